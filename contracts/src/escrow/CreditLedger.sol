// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IMilestoneEscrow} from "../interfaces/IMilestoneEscrow.sol";

/// @title What the escrow knows of each account
/// @notice Credits are pulled by their owner, so that no recipient can hold up another.
abstract contract CreditLedger is IMilestoneEscrow, ReentrancyGuardTransient {
    using SafeCast for uint256;

    /// @dev One slot: whoever created or voted before is credited for 17,100 gas less. A uint96 holds more wei than there
    /// is ether.
    struct Account {
        uint96 claimable;
        uint96 locked;
        uint32 nonce;
        uint32 openVotes;
    }

    mapping(address account => Account) internal _accounts;

    /// @inheritdoc IMilestoneEscrow
    function withdraw() external nonReentrant {
        _withdraw(msg.sender);
    }

    /// @inheritdoc IMilestoneEscrow
    function withdrawTo(address to) external nonReentrant {
        if (to == address(0)) revert MilestoneEscrowZeroAddress();
        _withdraw(to);
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

    /// @inheritdoc IMilestoneEscrow
    function lockedOf(address verifier) external view returns (uint256) {
        return _accounts[verifier].locked;
    }

    function _withdraw(address to) private {
        Account storage account = _accounts[msg.sender];
        uint256 amount = account.claimable;
        if (amount == 0) revert MilestoneEscrowNothingDue(msg.sender);

        account.claimable = 0;
        emit Withdrawn(msg.sender, amount);
        (bool sent,) = to.call{value: amount}("");
        if (!sent) revert MilestoneEscrowTransferFailed(to, amount);
    }

    function _credit(bytes32 id, address account, uint256 amount) internal {
        if (amount == 0) return;
        _accounts[account].claimable += amount.toUint96();
        emit Credited(id, account, amount);
    }
}
