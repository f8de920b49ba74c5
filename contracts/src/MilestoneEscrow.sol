// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Ballot} from "./escrow/Ballot.sol";
import {MilestonePolicy} from "./escrow/MilestonePolicy.sol";
import {Splits} from "./escrow/Splits.sol";
import {TimedPause} from "./escrow/TimedPause.sol";
import {VoteSettlement} from "./escrow/VoteSettlement.sol";
import {IMilestoneEscrow} from "./interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "./interfaces/IVerifierRegistry.sol";

/// @title Milestones whose money moves only on verified evidence
/// @notice The state machine. There is no `receive`: ETH enters by `stake` and `dispute` alone. The owner can pause new
/// milestones and stakes for a time and nothing else.
contract MilestoneEscrow is VoteSettlement, TimedPause {
    using SafeCast for uint256;

    /// @inheritdoc IMilestoneEscrow
    address public immutable arbiter;
    /// @inheritdoc IMilestoneEscrow
    address public feeRecipient;

    /// @param registry_ Whose verifiers vote; its deployer must name this escrow there.
    /// @param arbiter_ Who rules on disputes.
    /// @param feeRecipient_ Credited with fees and with the bonds of disputes that were lost.
    /// @param owner_ Who may pause.
    /// @param policy_ What no milestone's parameters may undercut or exceed.
    constructor(
        IVerifierRegistry registry_,
        address arbiter_,
        address feeRecipient_,
        address owner_,
        Policy memory policy_
    ) Ownable(owner_) VoteSettlement(registry_) MilestonePolicy(policy_, registry_.unbondingPeriod()) {
        if (arbiter_ == address(0)) revert MilestoneEscrowZeroAddress();
        arbiter = arbiter_;
        address pool = registry_.slashReceiver();
        if (arbiter_ == pool) revert MilestoneEscrowRolesCoincide(arbiter_);
        _requireFeeRecipient(feeRecipient_, arbiter_, pool);
        feeRecipient = feeRecipient_;
    }

    /// @inheritdoc IMilestoneEscrow
    function create(
        bytes32 projectId,
        uint40 deadline,
        bytes32 metadataHash,
        Split[] calldata splits,
        Params calldata params
    ) external whenNotPaused returns (bytes32 id) {
        _requireWithinPolicy(deadline, params);
        if (!Splits.areValid(splits, arbiter)) revert MilestoneEscrowInvalidSplits();

        uint256 nonce = _accounts[msg.sender].nonce++;
        id = keccak256(abi.encode(block.chainid, address(this), msg.sender, projectId, nonce));
        Stored storage stored = _milestones[id];
        stored.builder = msg.sender;
        stored.state = State.Open;
        stored.deadline = deadline;
        stored.metadataHash = metadataHash;
        stored.splitsHash = keccak256(abi.encode(splits));
        _storeParams(stored, params);
        emit MilestoneCreated(id, msg.sender, projectId, deadline, metadataHash, splits, params);
    }

    /// @inheritdoc IMilestoneEscrow
    function stake(bytes32 id) external payable whenNotPaused {
        Stored storage stored = _inState(id, State.Open);
        if (block.timestamp >= stored.deadline) revert MilestoneEscrowDeadlinePassed(id, stored.deadline);
        if (msg.value < _stakeMin) revert MilestoneEscrowStakeTooSmall(msg.value, _stakeMin);
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
        // The second before the evidence came: stake bonded in the same block or later has no say.
        uint256 totalWeight = registry.votingTotalAt(submittedAt - 1);
        stored.state = State.Voting;
        stored.evidenceRoot = root;
        stored.submittedAt = submittedAt;
        stored.lockBps = stored.slashBps;
        stored.votingEndsAt = submittedAt + stored.votingPeriod;
        stored.totalWeight = totalWeight.toUint88();
        emit EvidenceSubmitted(id, root, stored.votingEndsAt, totalWeight);
    }

    /// @inheritdoc IMilestoneEscrow
    function vote(bytes32 id, bool support, bytes32 root) external {
        Stored storage stored = _inState(id, State.Voting);
        if (block.timestamp >= stored.votingEndsAt) revert MilestoneEscrowWindowClosed(id, stored.votingEndsAt);
        if (root != stored.evidenceRoot) revert MilestoneEscrowEvidenceMismatch(id, stored.evidenceRoot, root);
        Position storage position = _positions[id][msg.sender];
        if (position.vote != 0) revert MilestoneEscrowAlreadyVoted(id, msg.sender);
        if (position.stake != 0 || msg.sender == stored.builder) {
            revert MilestoneEscrowConflictOfInterest(id, msg.sender);
        }

        uint256 weight = _weigh(id, stored, position);
        (position.weight, position.vote) = (uint88(weight), support ? VOTE_APPROVED : VOTE_REJECTED);
        // More voters than this count for no quorum anyway, and none may be turned away.
        uint16 voters = stored.voters;
        if (voters != type(uint16).max) ++voters;
        if (support) (stored.voters, stored.approvingWeight) = (voters, stored.approvingWeight + uint88(weight));
        else (stored.voters, stored.rejectingWeight) = (voters, stored.rejectingWeight + uint88(weight));
        uint96 lock = uint96(weight * stored.lockBps / BPS);
        Account storage account = _accounts[msg.sender];
        (account.openVotes, account.locked) = (account.openVotes + 1, account.locked + lock);
        emit Voted(id, msg.sender, support, weight, root);
    }

    /// @inheritdoc IMilestoneEscrow
    function capWeight(bytes32 id, address verifier) external {
        Stored storage stored = _inState(id, State.Voting);
        Position storage position = _positions[id][verifier];
        (uint256 warm,) = registry.votingBondOf(verifier, stored.submittedAt - 1);
        if (position.capped || !_cap(id, stored, position, verifier, warm)) {
            revert MilestoneEscrowNothingAboveCap(id, verifier);
        }
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
        Position storage position = _positions[id][msg.sender];
        if (
            msg.sender == stored.builder || msg.sender == stored.challenger || position.stake != 0 || position.vote != 0
        ) revert MilestoneEscrowConflictOfInterest(id, msg.sender);
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

        emit MilestoneCancelled(id);
        _conclude(id, stored, false);
    }

    /// @inheritdoc IMilestoneEscrow
    function release(bytes32 id, Split[] calldata splits) external {
        Stored storage stored = _inState(id, State.Verified);
        if (keccak256(abi.encode(splits)) != stored.splitsHash) revert MilestoneEscrowSplitsMismatch(id);

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
    function setFeeRecipient(address feeRecipient_) external {
        if (msg.sender != feeRecipient) revert MilestoneEscrowNotFeeRecipient(msg.sender);
        _requireFeeRecipient(feeRecipient_, arbiter, registry.slashReceiver());

        feeRecipient = feeRecipient_;
        emit FeeRecipientChanged(feeRecipient_);
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

    /// @dev What the caller's vote counts. A bond that answers for other open votes counts here with its rest alone, so
    /// that all locks together never exceed the bond, and stake that is about to be slashed decides nothing more.
    function _weigh(bytes32 id, Stored storage stored, Position storage position) private returns (uint256 weight) {
        (uint256 warm, uint256 active) = registry.votingBondOf(msg.sender, stored.submittedAt - 1);
        if (!position.capped) _cap(id, stored, position, msg.sender, warm);
        uint256 locked = _accounts[msg.sender].locked;
        uint256 free = active > locked ? active - locked : 0;
        weight = Ballot.weigh(warm < free ? warm : free, stored.totalWeight);
        if (weight == 0) revert MilestoneEscrowNoWeight(id, msg.sender);
    }

    /// @dev Takes what is above a third of all out of the quorum's base, once. @return whether anything is
    function _cap(bytes32 id, Stored storage stored, Position storage position, address verifier, uint256 warm)
        private
        returns (bool)
    {
        uint256 counted = Ballot.weigh(warm, stored.totalWeight);
        if (warm == counted) return false;
        position.capped = true;
        stored.excessWeight += uint88(warm - counted);
        emit WeightCapped(id, verifier, warm - counted);
        return true;
    }

    function _isQuorate(Stored storage stored) private view returns (bool) {
        uint256 cast = uint256(stored.approvingWeight) + stored.rejectingWeight;
        uint256 base = stored.totalWeight - stored.excessWeight;
        return Ballot.isQuorate(cast, base, stored.voters, stored.quorumBps, stored.minVoters);
    }

    /// @dev Certain against all stake that was bonded when the evidence came, also what had not warmed up.
    function _isCertain(Stored storage stored, bool quorate) private view returns (bool) {
        uint256 total = registry.totalBondedAt(stored.submittedAt - 1) - stored.excessWeight;
        return (quorate && Ballot.isCertainlyApproved(stored.approvingWeight, total, stored.approvalBps))
            || Ballot.isCertainlyRejected(stored.rejectingWeight, total);
    }

    function _requireFeeRecipient(address account, address arbiter_, address pool) private pure {
        if (account == address(0)) revert MilestoneEscrowZeroAddress();
        if (account == arbiter_ || account == pool) revert MilestoneEscrowRolesCoincide(account);
    }
}
