// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "./IMilestoneEscrow.sol";

/// @title Many reads in one call
/// @notice View only. One `eth_call` at one block hash answers for many milestones, verifiers and the treasury.
interface IMilestoneLens {
    struct VerifierView {
        address verifier;
        uint256 bonded;
        uint256 unbonding;
        uint40 unbondReadyAt;
        uint256 openVotes;
        uint256 locked;
        uint256 rewards;
    }

    struct TreasuryView {
        uint256 earned;
        uint256 spent;
        uint256 swept;
        uint256 balance;
    }

    struct TotalsView {
        uint256 totalBonded;
        uint256 slashedPot;
        uint256 escrowBalance;
    }

    /// @notice Two lists that are read side by side differ in length.
    error MilestoneLensLengthMismatch(uint256 left, uint256 right);

    function milestones(bytes32[] calldata ids) external view returns (IMilestoneEscrow.Milestone[] memory);
    /// @notice Votes of `verifiers[i]` on `ids[i]`, encoded as `IMilestoneEscrow.voteOf`.
    function votes(bytes32[] calldata ids, address[] calldata verifiers) external view returns (uint8[] memory);
    /// @notice Stakes of `backers[i]` on `ids[i]`, in wei.
    function stakes(bytes32[] calldata ids, address[] calldata backers) external view returns (uint256[] memory);
    function claimables(address[] calldata accounts) external view returns (uint256[] memory);
    function verifiers(address[] calldata accounts) external view returns (VerifierView[] memory);
    function treasury() external view returns (TreasuryView memory);
    function totals() external view returns (TotalsView memory);
    /// @notice Whether OpenZeppelin's MerkleProof accepts `leafHash` under the evidence root of milestone `id`.
    function provesEvidence(bytes32 id, bytes32 leafHash, bytes32[] calldata proof) external view returns (bool);
}
