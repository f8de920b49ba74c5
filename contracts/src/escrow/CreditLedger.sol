// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IMilestoneEscrow} from "../interfaces/IMilestoneEscrow.sol";

/// @title What the escrow knows of each account
/// @notice Credits are pulled by their owner, so that no recipient can hold up another.
abstract contract CreditLedger is IMilestoneEscrow, ReentrancyGuardTransient {
    using SafeCast for uint256;

    /// @dev One slot: whoever created or voted before is credited for 17,100 gas less.
    struct Account {
        uint128 claimable;
        uint64 nonce;
        uint64 openVotes;
    }

    mapping(address account => Account) internal _accounts;

    /// @inheritdoc IMilestoneEscrow
    function withdraw() external nonReentrant {
        Account storage account = _accounts[msg.sender];
        uint256 amount = account.claimable;
        if (amount == 0) revert MilestoneEscrowNothingDue(msg.sender);

        account.claimable = 0;
        emit Withdrawn(msg.sender, amount);
        (bool sent,) = msg.sender.call{value: amount}("");
        if (!sent) revert MilestoneEscrowTransferFailed(msg.sender, amount);
    }

    /// @inheritdoc IMilestoneEscrow
    function claimable(address account) external view returns (uint256) {
        return _accounts[account].claimable;
    }

    /// @inheritdoc IMilestoneEscrow
    function nonces(address builder) external view returns (uint256) {
        return _accounts[builder].nonce;
    }

    /// @inheritdoc IMilestoneEscrow
    function openVotes(address verifier) external view returns (uint256) {
        return _accounts[verifier].openVotes;
    }

    function _credit(bytes32 id, address account, uint256 amount) internal {
        if (amount == 0) return;
        _accounts[account].claimable += amount.toUint128();
        emit Credited(id, account, amount);
    }
}
