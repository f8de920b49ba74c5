// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Ballot} from "./escrow/Ballot.sol";
import {CreditLedger} from "./escrow/CreditLedger.sol";
import {MilestoneStore} from "./escrow/MilestoneStore.sol";
import {Splits} from "./escrow/Splits.sol";
import {IMilestoneEscrow} from "./interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "./interfaces/IVerifierRegistry.sol";

/// @title Milestones whose money moves only on verified evidence
/// @notice The state machine. There is no `receive`: ETH enters by `stake` and `dispute` alone. The owner can pause
/// and nothing else; pausing never holds back money that is due.
contract MilestoneEscrow is MilestoneStore, CreditLedger, Pausable, Ownable2Step {
    using SafeCast for uint256;

    uint256 private constant BPS = 10_000;
    uint256 private constant FEE_BPS_MAX = 1_000;
    uint8 private constant VOTE_REJECTED = 1;
    uint8 private constant VOTE_APPROVED = 2;
    /// @dev Added to a vote once it is settled.
    uint8 private constant VOTE_SETTLED = 2;

    /// @notice Where verifiers' stake is held.
    IVerifierRegistry public immutable registry;
    /// @inheritdoc IMilestoneEscrow
    address public immutable arbiter;
    /// @inheritdoc IMilestoneEscrow
    address public immutable feeRecipient;
    /// @dev The registry's, which never changes; kept here to spare `create` the call.
    uint256 private immutable _windowsMax;

    /// @param registry_ Whose verifiers vote; its deployer must name this escrow there.
    /// @param arbiter_ Who rules on disputes.
    /// @param feeRecipient_ Credited with fees and with the bonds of disputes that were lost.
    /// @param owner_ Who may pause.
    constructor(IVerifierRegistry registry_, address arbiter_, address feeRecipient_, address owner_) Ownable(owner_) {
        if (arbiter_ == address(0) || feeRecipient_ == address(0)) revert MilestoneEscrowZeroAddress();
        registry = registry_;
        arbiter = arbiter_;
        feeRecipient = feeRecipient_;
        _windowsMax = registry_.unbondingPeriod();
    }

    /// @inheritdoc IMilestoneEscrow
    function create(
        bytes32 projectId,
        uint40 deadline,
        bytes32 metadataHash,
        bytes32 splitsHash,
        Params calldata params
    ) external whenNotPaused returns (bytes32 id) {
        if (!_areValid(params)) revert MilestoneEscrowInvalidParams();
        if (deadline <= block.timestamp) revert MilestoneEscrowInvalidDeadline(deadline);

        uint256 nonce = _accounts[msg.sender].nonce++;
        id = keccak256(abi.encode(block.chainid, address(this), msg.sender, projectId, nonce));
        Stored storage stored = _milestones[id];
        stored.builder = msg.sender;
        stored.state = State.Open;
        stored.deadline = deadline;
        stored.metadataHash = metadataHash;
        stored.splitsHash = splitsHash;
        _storeParams(stored, params);
        emit MilestoneCreated(id, msg.sender, projectId, deadline, metadataHash, splitsHash, params);
    }

    /// @inheritdoc IMilestoneEscrow
    function stake(bytes32 id) external payable whenNotPaused {
        Stored storage stored = _inState(id, State.Open);
        if (block.timestamp >= stored.deadline) revert MilestoneEscrowDeadlinePassed(id, stored.deadline);
        if (msg.value == 0) revert MilestoneEscrowZeroAmount();
        uint256 staked = stored.staked + msg.value;
        if (staked > type(uint88).max) revert MilestoneEscrowStakeTooLarge(id);

        stored.staked = uint88(staked);
        _positions[id][msg.sender].stake += uint88(msg.value);
        emit MilestoneStaked(id, msg.sender, msg.value, staked);
    }

    /// @inheritdoc IMilestoneEscrow
    function submitEvidence(bytes32 id, bytes32 root) external {
        Stored storage stored = _inState(id, State.Open);
        if (msg.sender != stored.builder) revert MilestoneEscrowNotBuilder(id, msg.sender);
        if (block.timestamp >= stored.deadline) revert MilestoneEscrowDeadlinePassed(id, stored.deadline);
        if (root == 0) revert MilestoneEscrowInvalidEvidence(id);

        uint40 submittedAt = uint40(block.timestamp);
        uint256 totalWeight = registry.totalBondedAt(submittedAt - 1);
        stored.state = State.Voting;
        stored.evidenceRoot = root;
        stored.submittedAt = submittedAt;
        stored.votingEndsAt = submittedAt + stored.votingPeriod;
        stored.totalWeight = totalWeight.toUint96();
        emit EvidenceSubmitted(id, root, stored.votingEndsAt, totalWeight);
    }

    /// @inheritdoc IMilestoneEscrow
    function vote(bytes32 id, bool support, bytes32 root) external whenNotPaused {
        Stored storage stored = _inState(id, State.Voting);
        if (block.timestamp >= stored.votingEndsAt) revert MilestoneEscrowWindowClosed(id, stored.votingEndsAt);
        if (root != stored.evidenceRoot) revert MilestoneEscrowEvidenceMismatch(id, stored.evidenceRoot, root);
        Position storage position = _positions[id][msg.sender];
        if (position.vote != 0) revert MilestoneEscrowAlreadyVoted(id, msg.sender);
        if (position.stake != 0 || msg.sender == stored.builder) {
            revert MilestoneEscrowConflictOfInterest(id, msg.sender);
        }
        uint256 weight = Ballot.weigh(_bondAtSnapshot(stored, msg.sender), stored.totalWeight);
        if (weight == 0) revert MilestoneEscrowNoWeight(id, msg.sender);

        position.vote = support ? VOTE_APPROVED : VOTE_REJECTED;
        if (support) stored.approvingWeight += uint96(weight);
        else stored.rejectingWeight += uint96(weight);
        stored.voters += 1;
        _accounts[msg.sender].openVotes += 1;
        emit Voted(id, msg.sender, support, weight, root);
    }

    /// @inheritdoc IMilestoneEscrow
    function tally(bytes32 id) external {
        Stored storage stored = _milestones[id];
        if (stored.state == State.Open) {
            if (block.timestamp < stored.deadline) revert MilestoneEscrowWindowOpen(id, stored.deadline);
            _conclude(id, stored, false);
            return;
        }
        _inState(id, State.Voting);
        bool quorate = _isQuorate(stored);
        if (block.timestamp < stored.votingEndsAt && !_isCertain(stored, quorate)) {
            revert MilestoneEscrowWindowOpen(id, stored.votingEndsAt);
        }

        uint256 cast = uint256(stored.approvingWeight) + stored.rejectingWeight;
        bool verdict = quorate && Ballot.isApproved(stored.approvingWeight, cast, stored.approvalBps);
        uint40 challengeEndsAt = uint40(block.timestamp) + stored.challengePeriod;
        stored.state = State.Provisional;
        stored.verdict = verdict;
        stored.challengeEndsAt = challengeEndsAt;
        emit Tallied(id, verdict, stored.approvingWeight, stored.rejectingWeight, stored.voters, challengeEndsAt);
    }

    /// @inheritdoc IMilestoneEscrow
    function dispute(bytes32 id) external payable {
        Stored storage stored = _inState(id, State.Provisional);
        if (block.timestamp >= stored.challengeEndsAt) revert MilestoneEscrowWindowClosed(id, stored.challengeEndsAt);
        uint256 minBond = minDisputeBond(id);
        if (msg.value < minBond) revert MilestoneEscrowBondTooSmall(id, msg.value, minBond);

        uint40 arbitrationEndsAt = uint40(block.timestamp) + stored.arbitrationPeriod;
        stored.state = State.Disputed;
        stored.challenger = msg.sender;
        stored.disputeBond = msg.value.toUint96();
        stored.arbitrationEndsAt = arbitrationEndsAt;
        emit MilestoneDisputed(id, msg.sender, msg.value, arbitrationEndsAt);
    }

    /// @inheritdoc IMilestoneEscrow
    function rule(bytes32 id, bool verdict) external {
        if (msg.sender != arbiter) revert MilestoneEscrowNotArbiter(msg.sender);
        Stored storage stored = _inState(id, State.Disputed);
        if (block.timestamp >= stored.arbitrationEndsAt) {
            revert MilestoneEscrowWindowClosed(id, stored.arbitrationEndsAt);
        }

        bool overturned = verdict != stored.verdict;
        stored.overturned = overturned;
        emit Ruled(id, verdict, overturned);
        _credit(id, overturned ? stored.challenger : feeRecipient, stored.disputeBond);
        _conclude(id, stored, verdict);
    }

    /// @inheritdoc IMilestoneEscrow
    function finalize(bytes32 id) external {
        Stored storage stored = _milestones[id];
        bool disputed = stored.state == State.Disputed;
        if (!disputed) _inState(id, State.Provisional);
        uint40 endsAt = disputed ? stored.arbitrationEndsAt : stored.challengeEndsAt;
        if (block.timestamp < endsAt) revert MilestoneEscrowWindowOpen(id, endsAt);

        // A silent arbiter must cost nobody: the challenger gets the bond back and the provisional verdict stands.
        if (disputed) _credit(id, stored.challenger, stored.disputeBond);
        _conclude(id, stored, stored.verdict);
    }

    /// @inheritdoc IMilestoneEscrow
    function cancel(bytes32 id) external {
        Stored storage stored = _inState(id, State.Open);
        if (msg.sender != stored.builder) revert MilestoneEscrowNotBuilder(id, msg.sender);
        if (stored.staked != 0) revert MilestoneEscrowHasStake(id, stored.staked);

        emit MilestoneCancelled(id);
        _conclude(id, stored, false);
    }

    /// @inheritdoc IMilestoneEscrow
    function release(bytes32 id, Split[] calldata splits) external {
        Stored storage stored = _inState(id, State.Verified);
        if (keccak256(abi.encode(splits)) != stored.splitsHash || !Splits.areValid(splits)) {
            revert MilestoneEscrowInvalidSplits(id);
        }

        uint256 staked = stored.staked;
        uint256 fee = staked * stored.feeBps / BPS;
        stored.state = State.Released;
        emit MilestoneReleased(id, staked, fee);

        _credit(id, feeRecipient, fee);
        uint256 amount = staked - fee;
        uint256 remaining = amount;
        for (uint256 i; i < splits.length; ++i) {
            uint256 share = Splits.shareOf(splits, i, amount, remaining);
            remaining -= share;
            _credit(id, splits[i].recipient, share);
        }
    }

    /// @inheritdoc IMilestoneEscrow
    function refund(bytes32 id, address backer) external {
        Stored storage stored = _inState(id, State.Failed);
        Position storage position = _positions[id][backer];
        uint256 amount = position.stake;
        if (amount == 0) revert MilestoneEscrowNothingDue(backer);

        uint256 staked = stored.staked - amount;
        position.stake = 0;
        stored.staked = uint88(staked);
        emit BackerRefunded(id, backer, amount, staked);
        _credit(id, backer, amount);
        if (staked == 0) {
            stored.state = State.Refunded;
            emit MilestoneRefunded(id);
        }
    }

    /// @inheritdoc IMilestoneEscrow
    function settleVote(bytes32 id, address verifier) external nonReentrant {
        Stored storage stored = _milestones[id];
        if (stored.state < State.Verified) revert MilestoneEscrowWrongState(id, stored.state);
        Position storage position = _positions[id][verifier];
        uint8 cast = position.vote;
        if (cast != VOTE_APPROVED && cast != VOTE_REJECTED) revert MilestoneEscrowNoOpenVote(id, verifier);

        position.vote = cast + VOTE_SETTLED;
        _accounts[verifier].openVotes -= 1;
        uint256 slashed;
        if (stored.overturned && (cast == VOTE_APPROVED) != stored.verdict) {
            slashed = registry.slash(verifier, _bondAtSnapshot(stored, verifier) * stored.slashBps / BPS);
        }
        emit VoteSettled(id, verifier, slashed);
    }

    /// @inheritdoc IMilestoneEscrow
    function pause() external onlyOwner {
        _pause();
    }

    /// @inheritdoc IMilestoneEscrow
    function unpause() external onlyOwner {
        _unpause();
    }

    function _inState(bytes32 id, State expected) private view returns (Stored storage stored) {
        stored = _milestones[id];
        if (stored.state != expected) revert MilestoneEscrowWrongState(id, stored.state);
    }

    function _conclude(bytes32 id, Stored storage stored, bool verdict) private {
        stored.state = verdict ? State.Verified : State.Failed;
        stored.verdict = verdict;
        emit MilestoneFinalized(id, verdict, stored.evidenceRoot);
    }

    /// @dev The second before the evidence came: stake bonded in the same block or later has no say.
    function _bondAtSnapshot(Stored storage stored, address verifier) private view returns (uint256) {
        return registry.bondAt(verifier, stored.submittedAt - 1);
    }

    function _isQuorate(Stored storage stored) private view returns (bool) {
        uint256 cast = uint256(stored.approvingWeight) + stored.rejectingWeight;
        return Ballot.isQuorate(cast, stored.totalWeight, stored.voters, stored.quorumBps, stored.minVoters);
    }

    function _isCertain(Stored storage stored, bool quorate) private view returns (bool) {
        uint256 total = stored.totalWeight;
        return (quorate && Ballot.isCertainlyApproved(stored.approvingWeight, total, stored.approvalBps))
            || Ballot.isCertainlyRejected(stored.rejectingWeight, total, stored.approvalBps);
    }

    function _areValid(Params calldata params) private view returns (bool) {
        uint256 windows = uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod;
        return params.votingPeriod != 0 && params.challengePeriod != 0 && params.arbitrationPeriod != 0
            && windows <= _windowsMax && params.quorumBps != 0 && params.quorumBps <= BPS
            && params.approvalBps > BPS / 2 && params.approvalBps <= BPS && params.feeBps <= FEE_BPS_MAX
            && params.slashBps <= BPS && params.minVoters != 0;
    }
}
