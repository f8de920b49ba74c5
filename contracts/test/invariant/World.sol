// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {vm} from "../support/Vm.sol";
import {Votes} from "./Votes.sol";

/// @title Everything else that can be done to the escrow, done to the contract and to the model
contract World is Votes {
    IMilestoneEscrow.Split[] private _splits;

    constructor() {
        vm.warp(START);
        registry = new VerifierRegistry(UNBONDING, WARM_UP, MIN_BOND, slashReceiver);
        escrow = new MilestoneEscrow(registry, arbiter(), feeRecipient, address(this), policy());
        registry.setEscrow(address(escrow));
        // The first holds more than a third, the last as little as may be.
        uint256[5] memory bonds = [uint256(24 ether), 11 ether, 9 ether, 7 ether, 1 ether];
        for (uint256 i; i < bonds.length; ++i) {
            bondMore(account(i), bonds[i]);
        }
        skip(WARM_UP + 1);
        _splits.push(IMilestoneEscrow.Split(account(0), 3333));
        _splits.push(IMilestoneEscrow.Split(artist(), 6667));
    }

    /// @param flaw What is wrong with the splits: 1 their sum, 2 a recipient, 3 that there are none.
    function create(address builder, uint40 deadline, IMilestoneEscrow.Params memory params, uint256 flaw) external {
        IMilestoneEscrow.Split[] memory splits = _splits;
        if (flaw == 1) splits[1].bps -= 1;
        if (flaw == 2) splits[1].recipient = address(0);
        if (flaw == 3) splits = new IMilestoneEscrow.Split[](0);
        bool allowed = !paused() && flaw == 0 && _isWithin(policy(), deadline, params);
        bytes memory call = abi.encodeCall(escrow.create, (PROJECT, deadline, METADATA, splits, params));
        if (!_attempt("create", allowed, builder, 0, call)) return;

        bytes32 id = keccak256(abi.encode(block.chainid, address(escrow), builder, PROJECT, _nonceOf[builder]++));
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        milestone.id = id;
        milestone.state = IMilestoneEscrow.State.Open;
        milestone.builder = builder;
        milestone.deadline = deadline;
        milestone.metadataHash = METADATA;
        milestone.splitsHash = keccak256(abi.encode(splits));
        milestone.params = params;
        ids.push(id);
        _observe(id);
    }

    function stake(bytes32 id, address backer, uint256 amount) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool allowed = !paused() && milestone.state == IMilestoneEscrow.State.Open && timeNow() < milestone.deadline
            && amount >= policy().stakeMin && milestone.staked + amount <= type(uint88).max;
        if (!_attempt("stake", allowed, backer, amount, abi.encodeCall(escrow.stake, (id)))) return;

        milestone.staked += amount;
        stakeOf[id][backer] += amount;
        _stakedBy[id][backer] += amount;
        books[id].stakedIn += amount;
        ethIn += amount;
        _observe(id);
    }

    function submit(bytes32 id, address caller, bytes32 root) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool allowed = milestone.state == IMilestoneEscrow.State.Open && caller == milestone.builder
            && timeNow() < milestone.deadline && root != 0;
        if (!_attempt("submit", allowed, caller, 0, abi.encodeCall(escrow.submitEvidence, (id, root)))) return;

        milestone.state = IMilestoneEscrow.State.Voting;
        milestone.evidenceRoot = root;
        milestone.submittedAt = timeNow();
        milestone.votingEndsAt = timeNow() + milestone.params.votingPeriod;
        milestone.totalWeight = _min(_totalBefore(timeNow()), _totalBefore(timeNow() - WARM_UP));
        _observe(id);
    }

    function tally(bytes32 id) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool missed = milestone.state == IMilestoneEscrow.State.Open && timeNow() >= milestone.deadline;
        bool early = timeNow() < milestone.votingEndsAt;
        bool counted = milestone.state == IMilestoneEscrow.State.Voting && (!early || isCertain(id));
        if (!_attempt("tally", missed || counted, account(0), 0, abi.encodeCall(escrow.tally, (id)))) return;

        if (missed) {
            milestone.state = IMilestoneEscrow.State.Failed;
        } else {
            milestone.state = IMilestoneEscrow.State.Provisional;
            milestone.verdict = _verdictOf(id);
            milestone.challengeEndsAt = timeNow() + milestone.params.challengePeriod;
            talliedAt[id] = timeNow();
            if (early) ++reached[milestone.verdict ? "early approval" : "early rejection"];
        }
        _observe(id);
    }

    function dispute(bytes32 id, address caller, uint256 amount) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool allowed = milestone.state == IMilestoneEscrow.State.Provisional && timeNow() < milestone.challengeEndsAt
            && amount >= leastDisputeBond(id);
        if (!_attempt("dispute", allowed, caller, amount, abi.encodeCall(escrow.dispute, (id)))) return;

        milestone.state = IMilestoneEscrow.State.Disputed;
        milestone.challenger = caller;
        milestone.disputeBond = amount;
        milestone.arbitrationEndsAt = timeNow() + milestone.params.arbitrationPeriod;
        ethIn += amount;
        _observe(id);
    }

    function rule(bytes32 id, address caller, bool verdict) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool allowed = milestone.state == IMilestoneEscrow.State.Disputed && timeNow() < milestone.arbitrationEndsAt
            && caller == arbiter() && !hasConflict(id, caller) && voteOf(id, caller) == 0
            && milestone.challenger != caller;
        if (!_attempt("rule", allowed, caller, 0, abi.encodeCall(escrow.rule, (id, verdict)))) return;

        milestone.overturned = verdict != milestone.verdict;
        milestone.verdict = verdict;
        milestone.state = verdict ? IMilestoneEscrow.State.Verified : IMilestoneEscrow.State.Failed;
        claimable[milestone.overturned ? milestone.challenger : feeRecipient] += milestone.disputeBond;
        _observe(id);
    }

    function finalize(bytes32 id) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool unchallenged =
            milestone.state == IMilestoneEscrow.State.Provisional && timeNow() >= milestone.challengeEndsAt;
        bool silent = milestone.state == IMilestoneEscrow.State.Disputed && timeNow() >= milestone.arbitrationEndsAt;
        bytes memory call = abi.encodeCall(escrow.finalize, (id));
        if (!_attempt("finalize", unchallenged || silent, account(1), 0, call)) return;

        if (silent) {
            claimable[milestone.challenger] += milestone.disputeBond;
            ++reached["silent arbiter"];
        }
        milestone.state = milestone.verdict ? IMilestoneEscrow.State.Verified : IMilestoneEscrow.State.Failed;
        _observe(id);
    }

    function cancel(bytes32 id, address caller) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool allowed = milestone.state == IMilestoneEscrow.State.Open && caller == milestone.builder;
        if (!_attempt("cancel", allowed, caller, 0, abi.encodeCall(escrow.cancel, (id)))) return;

        milestone.state = IMilestoneEscrow.State.Failed;
        if (milestone.staked != 0) ++reached["cancel with stake"];
        _observe(id);
    }

    function release(bytes32 id, bool agreed) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        IMilestoneEscrow.Split[] memory given = _splits;
        if (!agreed) given[0].recipient = artist();
        bool allowed = agreed && milestone.state == IMilestoneEscrow.State.Verified;
        if (!_attempt("release", allowed, account(2), 0, abi.encodeCall(escrow.release, (id, given)))) return;

        milestone.state = IMilestoneEscrow.State.Released;
        uint256 fee = milestone.staked * milestone.params.feeBps / 10_000;
        uint256 first = (milestone.staked - fee) * _splits[0].bps / 10_000;
        claimable[feeRecipient] += fee;
        claimable[_splits[0].recipient] += first;
        claimable[_splits[1].recipient] += milestone.staked - fee - first;
        books[id].released += milestone.staked;
        _observe(id);
    }

    function refund(bytes32 id, address backer) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        uint256 amount = stakeOf[id][backer];
        bool allowed = milestone.state == IMilestoneEscrow.State.Failed && amount > 0;
        if (!_attempt("refund", allowed, account(3), 0, abi.encodeCall(escrow.refund, (id, backer)))) return;

        milestone.staked -= amount;
        stakeOf[id][backer] = 0;
        _refundedTo[id][backer] += amount;
        books[id].refunded += amount;
        claimable[backer] += amount;
        if (milestone.staked == 0) milestone.state = IMilestoneEscrow.State.Refunded;
        _observe(id);
    }

    function withdraw(address who, address to) external {
        uint256 amount = claimable[who];
        bytes memory call = who == to ? abi.encodeCall(escrow.withdraw, ()) : abi.encodeCall(escrow.withdrawTo, (to));
        uint256 before = to.balance;
        if (!_attempt("withdraw", amount > 0 && to != address(0), who, 0, call)) return;

        claimable[who] = 0;
        ethOut += to.balance - before;
        _require(to.balance - before == amount, "withdraw paid another amount");
    }

    function setFeeRecipient(address caller, address receiver) external {
        bool allowed =
            caller == feeRecipient && receiver != address(0) && receiver != arbiter() && receiver != slashReceiver;
        bytes memory call = abi.encodeCall(escrow.setFeeRecipient, (receiver));
        if (_attempt("setFeeRecipient", allowed, caller, 0, call)) feeRecipient = receiver;
    }

    function pause() external {
        (, uint40 next) = pauseEdges();
        bytes memory call = abi.encodeCall(escrow.pause, ());
        if (!_attempt("pause", timeNow() >= next, address(this), 0, call)) return;
        _pauseEnds.push(timeNow() + policy().pausePeriod);
    }

    function unpause() external {
        bytes memory call = abi.encodeCall(escrow.unpause, ());
        if (!_attempt("unpause", paused(), address(this), 0, call)) return;
        _pauseEnds[_pauseEnds.length - 1] = timeNow();
    }

    /// @dev Tried while paused alone, so that there is an owner to the end.
    function renounceWhilePaused() external {
        if (paused()) {
            _attempt("renounceOwnership", false, address(this), 0, abi.encodeCall(escrow.renounceOwnership, ()));
        }
    }

    function force(uint256 amount) external {
        vm.deal(address(escrow), address(escrow).balance + amount);
        vm.deal(address(registry), address(registry).balance + amount);
        forced += amount;
    }

    function _isWithin(IMilestoneEscrow.Policy memory floor, uint40 deadline, IMilestoneEscrow.Params memory params)
        private
        view
        returns (bool)
    {
        return params.votingPeriod >= floor.votingPeriodMin && params.challengePeriod >= floor.challengePeriodMin
            && params.arbitrationPeriod >= floor.arbitrationPeriodMin
            && uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod <= UNBONDING
            && params.quorumBps >= floor.quorumBpsMin && params.quorumBps <= 10_000 && params.approvalBps > 5000
            && params.approvalBps <= 10_000 && params.feeBps <= floor.feeBpsMax && params.slashBps >= floor.slashBpsMin
            && params.slashBps <= floor.slashBpsMax && params.minVoters >= floor.minVotersMin && deadline > timeNow()
            && deadline - timeNow() <= floor.deadlineMax;
    }
}
