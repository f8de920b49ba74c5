// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../interfaces/IVerifierRegistry.sol";
import {CreditLedger} from "./CreditLedger.sol";
import {MilestonePolicy} from "./MilestonePolicy.sol";
import {MilestoneStore} from "./MilestoneStore.sol";

/// @title What votes and abstentions cost once a milestone has ended
abstract contract VoteSettlement is MilestoneStore, CreditLedger, MilestonePolicy {
    uint256 internal constant BPS = 10_000;
    /// @dev Of what wrong votes lose; the rest goes to the common pool.
    uint256 private constant REWARD_BPS = 5_000;
    uint8 internal constant VOTE_REJECTED = 1;
    uint8 internal constant VOTE_APPROVED = 2;
    /// @dev Added to a vote once it is settled.
    uint8 private constant VOTE_SETTLED = 2;
    uint8 private constant VOTE_ABSTAINED = 5;

    /// @notice Where verifiers' stake is held.
    IVerifierRegistry public immutable registry;

    constructor(IVerifierRegistry registry_) {
        registry = registry_;
    }

    /// @inheritdoc IMilestoneEscrow
    function settleVote(bytes32 id, address verifier) external nonReentrant {
        _settleVote(id, _concluded(id), verifier);
    }

    /// @inheritdoc IMilestoneEscrow
    function settleVotes(bytes32 id, address[] calldata verifiers) external nonReentrant {
        Stored storage stored = _concluded(id);
        for (uint256 i; i < verifiers.length; ++i) {
            _settleVote(id, stored, verifiers[i]);
        }
    }

    /// @inheritdoc IMilestoneEscrow
    function settleAbstention(bytes32 id, address verifier) external nonReentrant {
        Stored storage stored = _concluded(id);
        Position storage position = _positions[id][verifier];
        // After an early tally nobody had the whole window. A verifier that backed the milestone pays as well: the least
        // stake would otherwise buy the exemption.
        bool couldVote = stored.challengeEndsAt != 0
            && stored.challengeEndsAt - stored.challengePeriod >= stored.votingEndsAt && position.vote == 0
            && stored.voters >= stored.minVoters;
        (uint256 warm, uint256 active) = couldVote ? registry.votingBondOf(verifier, stored.submittedAt - 1) : (0, 0);
        if (warm == 0 || active == 0) revert MilestoneEscrowNothingDue(verifier);

        position.vote = VOTE_ABSTAINED;
        uint256 due = warm * _abstentionBps / BPS;
        uint256 charged = registry.chargeAbstention(verifier, due, _accounts[verifier].locked);
        // What cannot be charged now stays due: nobody settles a small abstention to be rid of a large one.
        if (charged == 0) revert MilestoneEscrowNothingDue(verifier);
        emit AbstentionSettled(id, verifier, charged);
    }

    function _concluded(bytes32 id) private view returns (Stored storage stored) {
        stored = _milestones[id];
        if (stored.state < State.Verified) revert MilestoneEscrowWrongState(id, stored.state);
    }

    function _settleVote(bytes32 id, Stored storage stored, address verifier) private {
        Position storage position = _positions[id][verifier];
        uint8 cast = position.vote;
        if (cast != VOTE_APPROVED && cast != VOTE_REJECTED) revert MilestoneEscrowNoOpenVote(id, verifier);

        uint256 lock = uint256(position.weight) * stored.lockBps / BPS;
        position.vote = cast + VOTE_SETTLED;
        Account storage account = _accounts[verifier];
        account.openVotes -= 1;
        account.locked -= uint96(lock);
        uint256 slashed;
        if (stored.overturned) {
            bool wrong = (cast == VOTE_APPROVED) != stored.verdict;
            if (wrong) slashed = _slash(stored, verifier, position.weight, lock);
            else _reward(id, stored, verifier, position.weight);
        }
        emit VoteSettled(id, verifier, slashed);
    }

    function _slash(Stored storage stored, address verifier, uint256 weight, uint256 lock) private returns (uint256) {
        uint256 right = stored.verdict ? stored.approvingWeight : stored.rejectingWeight;
        uint256 reserved = right == 0 ? 0 : lock * REWARD_BPS / BPS;
        stored.slashedWeight += uint88(weight);
        stored.rewardPot += uint88(reserved);
        return lock == 0 ? 0 : registry.slash(verifier, lock, reserved);
    }

    function _reward(bytes32 id, Stored storage stored, address verifier, uint256 weight) private {
        (uint256 right, uint256 wrong) = stored.verdict
            ? (stored.approvingWeight, stored.rejectingWeight)
            : (stored.rejectingWeight, stored.approvingWeight);
        if (stored.slashedWeight != wrong) revert MilestoneEscrowSlashesPending(id);
        uint256 amount = uint256(stored.rewardPot) * weight / right;
        if (amount != 0) registry.reward(verifier, amount);
    }
}
