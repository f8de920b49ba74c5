// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../interfaces/IMilestoneEscrow.sol";

/// @title Where milestones are kept, and how they are read
abstract contract MilestoneStore is IMilestoneEscrow {
    /// @dev Grouped by who writes together: each line block is one slot, and no vote or stake touches a zero slot
    /// but its own. A uint88 holds more wei than there is ether.
    struct Stored {
        address builder;
        State state;
        uint88 staked;
        // Parameters, the end of the challenge and the provisional verdict.
        uint32 votingPeriod;
        uint32 challengePeriod;
        uint32 arbitrationPeriod;
        uint16 quorumBps;
        uint16 approvalBps;
        uint16 feeBps;
        uint16 slashBps;
        uint8 minVoters;
        uint40 deadline;
        uint40 challengeEndsAt;
        bool verdict;
        // The ballot; `lockBps` is the slash share again, where a vote finds it without another read.
        uint88 approvingWeight;
        uint88 rejectingWeight;
        uint40 submittedAt;
        uint16 voters;
        uint16 lockBps;
        bool overturned;
        // Fixed when evidence is submitted, but for the excess and the end of arbitration.
        uint88 totalWeight;
        uint88 excessWeight;
        uint40 votingEndsAt;
        uint40 arbitrationEndsAt;
        // What was settled of the wrong votes of an overturned verdict, and what of it is for the right ones.
        uint88 slashedWeight;
        uint88 rewardPot;
        // The dispute.
        address challenger;
        uint96 disputeBond;
        bytes32 evidenceRoot;
        bytes32 metadataHash;
        bytes32 splitsHash;
    }

    /// @dev What one account has in one milestone. One slot, so that one read finds a conflict of interest.
    struct Position {
        uint88 stake;
        uint88 weight;
        uint8 vote;
        bool capped;
    }

    uint256 internal constant DISPUTE_BOND_MIN = 0.01 ether;
    uint256 internal constant DISPUTE_BOND_SHARE = 20;

    mapping(bytes32 id => Stored) internal _milestones;
    mapping(bytes32 id => mapping(address account => Position)) internal _positions;

    /// @inheritdoc IMilestoneEscrow
    function milestone(bytes32 id) external view returns (Milestone memory view_) {
        Stored storage stored = _milestones[id];
        view_.id = id;
        view_.state = stored.state;
        view_.verdict = stored.verdict;
        view_.overturned = stored.overturned;
        view_.builder = stored.builder;
        view_.deadline = stored.deadline;
        view_.submittedAt = stored.submittedAt;
        view_.votingEndsAt = stored.votingEndsAt;
        view_.challengeEndsAt = stored.challengeEndsAt;
        view_.arbitrationEndsAt = stored.arbitrationEndsAt;
        view_.staked = stored.staked;
        view_.approvingWeight = stored.approvingWeight;
        view_.rejectingWeight = stored.rejectingWeight;
        view_.totalWeight = stored.totalWeight;
        view_.excessWeight = stored.excessWeight;
        view_.voters = stored.voters;
        view_.challenger = stored.challenger;
        view_.disputeBond = stored.disputeBond;
        view_.evidenceRoot = stored.evidenceRoot;
        view_.metadataHash = stored.metadataHash;
        view_.splitsHash = stored.splitsHash;
        view_.params = _paramsOf(stored);
    }

    /// @inheritdoc IMilestoneEscrow
    function stakeOf(bytes32 id, address backer) external view returns (uint256) {
        return _positions[id][backer].stake;
    }

    /// @inheritdoc IMilestoneEscrow
    function voteOf(bytes32 id, address verifier) external view returns (uint8) {
        return _positions[id][verifier].vote;
    }

    /// @inheritdoc IMilestoneEscrow
    function weightOf(bytes32 id, address verifier) external view returns (uint256) {
        return _positions[id][verifier].weight;
    }

    /// @inheritdoc IMilestoneEscrow
    function minDisputeBond(bytes32 id) public view returns (uint256) {
        uint256 share = _milestones[id].staked / DISPUTE_BOND_SHARE;
        return share > DISPUTE_BOND_MIN ? share : DISPUTE_BOND_MIN;
    }

    function _storeParams(Stored storage stored, Params calldata params) internal {
        stored.votingPeriod = params.votingPeriod;
        stored.challengePeriod = params.challengePeriod;
        stored.arbitrationPeriod = params.arbitrationPeriod;
        stored.quorumBps = params.quorumBps;
        stored.approvalBps = params.approvalBps;
        stored.feeBps = params.feeBps;
        stored.slashBps = params.slashBps;
        stored.minVoters = params.minVoters;
    }

    function _paramsOf(Stored storage stored) private view returns (Params memory) {
        return Params({
            votingPeriod: stored.votingPeriod,
            challengePeriod: stored.challengePeriod,
            arbitrationPeriod: stored.arbitrationPeriod,
            quorumBps: stored.quorumBps,
            approvalBps: stored.approvalBps,
            feeBps: stored.feeBps,
            slashBps: stored.slashBps,
            minVoters: stored.minVoters
        });
    }
}
