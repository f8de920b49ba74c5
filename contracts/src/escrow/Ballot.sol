// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What a weighed ballot decides
/// @notice Pure rules: weights in wei, shares in basis points. `total` is the stake that could vote, cast or not.
library Ballot {
    uint256 internal constant BPS = 10_000;

    /// @notice Nobody counts for more than a third of the whole stake.
    function weigh(uint256 bonded, uint256 total) internal pure returns (uint256) {
        uint256 cap = total / 3;
        return bonded < cap ? bonded : cap;
    }

    /// @notice Whether enough stake and enough verifiers took part.
    function isQuorate(uint256 cast, uint256 total, uint256 voters, uint256 quorumBps, uint256 minVoters)
        internal
        pure
        returns (bool)
    {
        return voters >= minVoters && cast * BPS >= total * quorumBps;
    }

    /// @notice Whether `approving` of `cast` reaches the share that approval needs.
    function isApproved(uint256 approving, uint256 cast, uint256 approvalBps) internal pure returns (bool) {
        return cast != 0 && approving * BPS >= cast * approvalBps;
    }

    /// @notice Whether approval stands even if everything uncast rejects; quorum is the caller's to check.
    function isCertainlyApproved(uint256 approving, uint256 total, uint256 approvalBps) internal pure returns (bool) {
        return isApproved(approving, total, approvalBps);
    }

    /// @notice Whether most of all stake rejects, so that approval, which needs more than half, fails whatever comes.
    function isCertainlyRejected(uint256 rejecting, uint256 total) internal pure returns (bool) {
        return rejecting * 2 > total;
    }
}
