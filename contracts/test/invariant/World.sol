// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {vm} from "../support/Vm.sol";
import {Bonds} from "./Bonds.sol";

/// @title Everything that can be done to the escrow, done to the contract and to the model
contract World is Bonds {
    IMilestoneEscrow.Split[] private _splits;

    constructor() {
        setUp();
        for (uint256 i; i < 5; ++i) {
            _bonds[actor(i)].push(Bonded(uint40(START), BOND));
        }
        registryIn = 5 * BOND;
        _splits.push(IMilestoneEscrow.Split(actor(0), 3333));
        _splits.push(IMilestoneEscrow.Split(artist, 6667));
    }

    function contracts() external view returns (MilestoneEscrow, VerifierRegistry) {
        return (escrow, registry);
    }

    function unbondingPeriod() external pure returns (uint256) {
        return UNBONDING;
    }

    function splitRecipient() external view returns (address) {
        return artist;
    }

    function feeReceiver() external view returns (address) {
        return feeRecipient;
    }

    function create(address builder_, uint40 deadline, IMilestoneEscrow.Params memory params) external {
        bytes32 splitsHash = keccak256(abi.encode(_splits));
        uint256 windows = uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod;
        bool sound = params.votingPeriod > 0 && params.challengePeriod > 0 && params.arbitrationPeriod > 0
            && windows <= UNBONDING && params.quorumBps >= 1 && params.quorumBps <= 10_000 && params.approvalBps >= 5001
            && params.approvalBps <= 10_000 && params.feeBps <= 1000 && params.slashBps <= 10_000
            && params.minVoters >= 1;
        bool allowed = !paused && sound && deadline > timeNow();
        bytes memory call = abi.encodeCall(escrow.create, (PROJECT, deadline, METADATA, splitsHash, params));
        if (!_attempt("create", allowed, builder_, 0, call)) return;

        bytes32 id = keccak256(abi.encode(block.chainid, address(escrow), builder_, PROJECT, nonceOf[builder_]++));
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        milestone.id = id;
        milestone.state = IMilestoneEscrow.State.Open;
        milestone.builder = builder_;
        milestone.deadline = deadline;
        milestone.metadataHash = METADATA;
        milestone.splitsHash = splitsHash;
        milestone.params = params;
        ids.push(id);
        _observe();
    }

    function stake(bytes32 id, address backer, uint256 amount) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool allowed = !paused && _is(milestone, IMilestoneEscrow.State.Open) && timeNow() < milestone.deadline
            && amount > 0 && milestone.staked + amount <= type(uint88).max;
        if (!_attempt("stake", allowed, backer, amount, abi.encodeCall(escrow.stake, (id)))) return;

        milestone.staked += amount;
        stakeOf[id][backer] += amount;
        stakedBy[id][backer] += amount;
        books[id].stakedIn += amount;
        ethIn += amount;
        _observe();
    }

    function submit(bytes32 id, address caller, bytes32 root) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool allowed = _is(milestone, IMilestoneEscrow.State.Open) && caller == milestone.builder
            && timeNow() < milestone.deadline && root != 0;
        if (!_attempt("submit", allowed, caller, 0, abi.encodeCall(escrow.submitEvidence, (id, root)))) return;

        milestone.state = IMilestoneEscrow.State.Voting;
        milestone.evidenceRoot = root;
        milestone.submittedAt = timeNow();
        milestone.votingEndsAt = timeNow() + milestone.params.votingPeriod;
        milestone.totalWeight = totalBefore(timeNow());
        _observe();
    }

    function vote(bytes32 id, address voter, bool support, bytes32 root) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        uint256 weight = bondBefore(voter, milestone.submittedAt);
        if (weight > milestone.totalWeight / 3) weight = milestone.totalWeight / 3;
        bool allowed = !paused && _is(milestone, IMilestoneEscrow.State.Voting) && timeNow() < milestone.votingEndsAt
            && root == milestone.evidenceRoot && voteOf[id][voter] == 0 && voter != milestone.builder
            && stakedBy[id][voter] == 0 && weight > 0;
        if (!_attempt("vote", allowed, voter, 0, abi.encodeCall(escrow.vote, (id, support, root)))) return;

        voteOf[id][voter] = support ? 2 : 1;
        _votes[id].push(Vote(voter, support, weight));
        if (support) milestone.approvingWeight += weight;
        else milestone.rejectingWeight += weight;
        milestone.voters += 1;
        openVotes[voter] += 1;
        _observe();
    }

    function tally(bytes32 id) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool missed = _is(milestone, IMilestoneEscrow.State.Open) && timeNow() >= milestone.deadline;
        bool counted = _is(milestone, IMilestoneEscrow.State.Voting)
            && (timeNow() >= milestone.votingEndsAt || _certain(milestone));
        if (!_attempt("tally", missed || counted, actor(0), 0, abi.encodeCall(escrow.tally, (id)))) return;

        if (missed) {
            milestone.state = IMilestoneEscrow.State.Failed;
        } else {
            milestone.state = IMilestoneEscrow.State.Provisional;
            milestone.verdict = _verdict(milestone);
            milestone.challengeEndsAt = timeNow() + milestone.params.challengePeriod;
        }
        _observe();
    }

    function dispute(bytes32 id, address caller, uint256 amount) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool allowed = _is(milestone, IMilestoneEscrow.State.Provisional) && timeNow() < milestone.challengeEndsAt
            && amount >= _leastBond(milestone);
        if (!_attempt("dispute", allowed, caller, amount, abi.encodeCall(escrow.dispute, (id)))) return;

        milestone.state = IMilestoneEscrow.State.Disputed;
        milestone.challenger = caller;
        milestone.disputeBond = amount;
        milestone.arbitrationEndsAt = timeNow() + milestone.params.arbitrationPeriod;
        ethIn += amount;
        _observe();
    }

    function rule(bytes32 id, bool asArbiter, bool verdict) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool allowed =
            asArbiter && _is(milestone, IMilestoneEscrow.State.Disputed) && timeNow() < milestone.arbitrationEndsAt;
        address caller = asArbiter ? arbiter : actor(7);
        if (!_attempt("rule", allowed, caller, 0, abi.encodeCall(escrow.rule, (id, verdict)))) return;

        milestone.overturned = verdict != milestone.verdict;
        milestone.verdict = verdict;
        milestone.state = verdict ? IMilestoneEscrow.State.Verified : IMilestoneEscrow.State.Failed;
        claimable[milestone.overturned ? milestone.challenger : feeRecipient] += milestone.disputeBond;
        _observe();
    }

    function finalize(bytes32 id) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool unchallenged = _is(milestone, IMilestoneEscrow.State.Provisional) && timeNow() >= milestone.challengeEndsAt;
        bool silent = _is(milestone, IMilestoneEscrow.State.Disputed) && timeNow() >= milestone.arbitrationEndsAt;
        bytes memory call = abi.encodeCall(escrow.finalize, (id));
        if (!_attempt("finalize", unchallenged || silent, actor(1), 0, call)) return;

        if (silent) claimable[milestone.challenger] += milestone.disputeBond;
        milestone.state = milestone.verdict ? IMilestoneEscrow.State.Verified : IMilestoneEscrow.State.Failed;
        _observe();
    }

    function cancel(bytes32 id, address caller) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        bool allowed =
            _is(milestone, IMilestoneEscrow.State.Open) && caller == milestone.builder && milestone.staked == 0;
        if (!_attempt("cancel", allowed, caller, 0, abi.encodeCall(escrow.cancel, (id)))) return;

        milestone.state = IMilestoneEscrow.State.Failed;
        _observe();
    }

    function release(bytes32 id, bool agreed) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        IMilestoneEscrow.Split[] memory given = _splits;
        if (!agreed) given[0].recipient = artist;
        bool allowed = agreed && _is(milestone, IMilestoneEscrow.State.Verified);
        if (!_attempt("release", allowed, actor(2), 0, abi.encodeCall(escrow.release, (id, given)))) return;

        milestone.state = IMilestoneEscrow.State.Released;
        uint256 fee = milestone.staked * milestone.params.feeBps / 10_000;
        uint256 first = (milestone.staked - fee) * _splits[0].bps / 10_000;
        claimable[feeRecipient] += fee;
        claimable[_splits[0].recipient] += first;
        claimable[_splits[1].recipient] += milestone.staked - fee - first;
        books[id].released += milestone.staked;
        _observe();
    }

    function refund(bytes32 id, address backer) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        uint256 amount = stakeOf[id][backer];
        bool allowed = _is(milestone, IMilestoneEscrow.State.Failed) && amount > 0;
        if (!_attempt("refund", allowed, actor(3), 0, abi.encodeCall(escrow.refund, (id, backer)))) return;

        milestone.staked -= amount;
        stakeOf[id][backer] = 0;
        refundedTo[id][backer] += amount;
        books[id].refunded += amount;
        claimable[backer] += amount;
        if (milestone.staked == 0) milestone.state = IMilestoneEscrow.State.Refunded;
        _observe();
    }

    function withdraw(address account) external {
        uint256 amount = claimable[account];
        uint256 before = account.balance;
        if (!_attempt("withdraw", amount > 0, account, 0, abi.encodeCall(escrow.withdraw, ()))) return;

        claimable[account] = 0;
        ethOut += account.balance - before;
        _require(account.balance - before == amount, "withdraw paid another amount");
    }

    function settle(bytes32 id, address verifier_) external {
        IMilestoneEscrow.Milestone storage milestone = _expected[id];
        uint8 cast = voteOf[id][verifier_];
        bool allowed = milestone.state >= IMilestoneEscrow.State.Verified && (cast == 1 || cast == 2);
        bytes memory call = abi.encodeCall(escrow.settleVote, (id, verifier_));
        if (!_attempt("settle", allowed, actor(4), 0, call)) return;

        voteOf[id][verifier_] = cast + 2;
        openVotes[verifier_] -= 1;
        if (milestone.overturned && (cast == 2) != milestone.verdict) {
            uint256 due = bondBefore(verifier_, milestone.submittedAt) * milestone.params.slashBps / 10_000;
            slashesOf[id][verifier_] += 1;
            _slash(verifier_, due);
        }
    }

    function setPaused(bool wanted) external {
        if (wanted == paused) return;
        vm.prank(owner);
        if (wanted) escrow.pause();
        else escrow.unpause();
        paused = wanted;
    }

    function force(uint256 amount) external {
        vm.deal(address(escrow), address(escrow).balance + amount);
        forced += amount;
    }
}
