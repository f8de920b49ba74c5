// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";
import {IMilestoneEscrow} from "./interfaces/IMilestoneEscrow.sol";
import {IMilestoneLens} from "./interfaces/IMilestoneLens.sol";
import {IVerifierRegistry} from "./interfaces/IVerifierRegistry.sol";

/// @title Many reads in one call
/// @notice Holds nothing and may be replaced at any time.
contract MilestoneLens is IMilestoneLens {
    IMilestoneEscrow private immutable _escrow;
    IVerifierRegistry private immutable _registry;
    IAgentTreasury private immutable _treasury;

    /// @param escrow_ Whose milestones, votes, stakes and credits are read.
    /// @param registry_ Whose verifiers are read.
    /// @param treasury_ Whose totals are read.
    constructor(IMilestoneEscrow escrow_, IVerifierRegistry registry_, IAgentTreasury treasury_) {
        _escrow = escrow_;
        _registry = registry_;
        _treasury = treasury_;
    }

    /// @inheritdoc IMilestoneLens
    function milestones(bytes32[] calldata ids) external view returns (IMilestoneEscrow.Milestone[] memory found) {
        found = new IMilestoneEscrow.Milestone[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            found[i] = _escrow.milestone(ids[i]);
        }
    }

    /// @inheritdoc IMilestoneLens
    function votes(bytes32[] calldata ids, address[] calldata verifiers_) external view returns (uint8[] memory found) {
        _requireSameLength(ids.length, verifiers_.length);
        found = new uint8[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            found[i] = _escrow.voteOf(ids[i], verifiers_[i]);
        }
    }

    /// @inheritdoc IMilestoneLens
    function stakes(bytes32[] calldata ids, address[] calldata backers) external view returns (uint256[] memory found) {
        _requireSameLength(ids.length, backers.length);
        found = new uint256[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            found[i] = _escrow.stakeOf(ids[i], backers[i]);
        }
    }

    /// @inheritdoc IMilestoneLens
    function claimables(address[] calldata accounts) external view returns (uint256[] memory found) {
        found = new uint256[](accounts.length);
        for (uint256 i; i < accounts.length; ++i) {
            found[i] = _escrow.claimable(accounts[i]);
        }
    }

    /// @inheritdoc IMilestoneLens
    function verifiers(address[] calldata accounts) external view returns (VerifierView[] memory found) {
        found = new VerifierView[](accounts.length);
        for (uint256 i; i < accounts.length; ++i) {
            (uint128 unbonding, uint40 unbondReadyAt) = _registry.unbondingOf(accounts[i]);
            found[i] = VerifierView({
                verifier: accounts[i],
                bonded: _registry.bondOf(accounts[i]),
                unbonding: unbonding,
                unbondReadyAt: unbondReadyAt,
                openVotes: _escrow.openVotes(accounts[i]),
                locked: _escrow.lockedOf(accounts[i]),
                rewards: _registry.rewardsOf(accounts[i])
            });
        }
    }

    /// @inheritdoc IMilestoneLens
    function treasury() external view returns (TreasuryView memory) {
        return TreasuryView({
            earned: _treasury.earned(),
            spent: _treasury.spent(),
            swept: _treasury.swept(),
            balance: IERC20(_treasury.token()).balanceOf(address(_treasury))
        });
    }

    /// @inheritdoc IMilestoneLens
    function totals() external view returns (TotalsView memory) {
        return TotalsView({
            totalBonded: _registry.totalBonded(),
            slashedPot: _registry.slashedPot(),
            escrowBalance: address(_escrow).balance
        });
    }

    /// @inheritdoc IMilestoneLens
    function provesEvidence(bytes32 id, bytes32 leafHash, bytes32[] calldata proof) external view returns (bool) {
        bytes32 root = _escrow.milestone(id).evidenceRoot;
        // Without evidence the root is zero, which an empty proof would "prove" for a zero leaf.
        return root != 0 && MerkleProof.verifyCalldata(proof, root, leafHash);
    }

    function _requireSameLength(uint256 left, uint256 right) private pure {
        if (left != right) revert MilestoneLensLengthMismatch(left, right);
    }
}
