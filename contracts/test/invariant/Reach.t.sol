// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";
import {DriverHandler} from "./Driver.sol";
import {BackerHandler, BuilderHandler, CourtHandler, KeeperHandler, VerifierHandler} from "./Handlers.sol";
import {World} from "./World.sol";

/// @title Invariants prove nothing about states that are never reached
contract ReachTest is Base {
    event log_named_uint(string key, uint256 value);

    uint256 private constant WALKS = 12;
    uint256 private constant STEPS = 150;

    World[] private _worlds;

    function test_the_handlers_reach_every_transition_and_every_rule() public {
        for (uint256 i; i < WALKS; ++i) {
            _walk(i);
        }
        _takes(IMilestoneEscrow.State.Open, IMilestoneEscrow.State.Voting);
        _takes(IMilestoneEscrow.State.Open, IMilestoneEscrow.State.Failed);
        _takes(IMilestoneEscrow.State.Voting, IMilestoneEscrow.State.Provisional);
        _takes(IMilestoneEscrow.State.Provisional, IMilestoneEscrow.State.Disputed);
        _takes(IMilestoneEscrow.State.Provisional, IMilestoneEscrow.State.Verified);
        _takes(IMilestoneEscrow.State.Provisional, IMilestoneEscrow.State.Failed);
        _takes(IMilestoneEscrow.State.Disputed, IMilestoneEscrow.State.Verified);
        _takes(IMilestoneEscrow.State.Disputed, IMilestoneEscrow.State.Failed);
        _takes(IMilestoneEscrow.State.Verified, IMilestoneEscrow.State.Released);
        _takes(IMilestoneEscrow.State.Failed, IMilestoneEscrow.State.Refunded);

        string[29] memory rules = [
            "early approval",
            "early rejection",
            "silent arbiter",
            "cancel with stake",
            "capWeight",
            "vote with the rest of a bond",
            "settleVote",
            "settleVotes",
            "slashed where some were right",
            "slashed where nobody was right",
            "rewarded",
            "withdrawRewards",
            "settleAbstention",
            "abstention charged",
            "abstention within a warm-up of the last",
            "abstention charged a warm-up after the last",
            "sweepSlashed",
            "bond",
            "startUnbond",
            "withdrawUnbonded",
            "withdraw",
            "release",
            "refund",
            "dispute",
            "rule",
            "pause",
            "unpause",
            "setFeeRecipient",
            "setSlashReceiver"
        ];
        for (uint256 i; i < rules.length; ++i) {
            uint256 count;
            for (uint256 j; j < WALKS; ++j) {
                count += _worlds[j].reached(rules[i]);
            }
            _counts(rules[i], count);
        }

        _refuses("OutsidePolicy", IMilestoneEscrow.MilestoneEscrowOutsidePolicy.selector);
        _refuses("InvalidSplits", IMilestoneEscrow.MilestoneEscrowInvalidSplits.selector);
        _refuses("SplitsMismatch", IMilestoneEscrow.MilestoneEscrowSplitsMismatch.selector);
        _refuses("Paused", IMilestoneEscrow.MilestoneEscrowPaused.selector);
        _refuses("PauseTooSoon", IMilestoneEscrow.MilestoneEscrowPauseTooSoon.selector);
        _refuses("StakeTooSmall", IMilestoneEscrow.MilestoneEscrowStakeTooSmall.selector);
        _refuses("StakeTooLarge", IMilestoneEscrow.MilestoneEscrowStakeTooLarge.selector);
        _refuses("DeadlinePassed", IMilestoneEscrow.MilestoneEscrowDeadlinePassed.selector);
        _refuses("WindowOpen", IMilestoneEscrow.MilestoneEscrowWindowOpen.selector);
        _refuses("WindowClosed", IMilestoneEscrow.MilestoneEscrowWindowClosed.selector);
        _refuses("AlreadyVoted", IMilestoneEscrow.MilestoneEscrowAlreadyVoted.selector);
        _refuses("ConflictOfInterest", IMilestoneEscrow.MilestoneEscrowConflictOfInterest.selector);
        _refuses("NoWeight", IMilestoneEscrow.MilestoneEscrowNoWeight.selector);
        _refuses("NothingAboveCap", IMilestoneEscrow.MilestoneEscrowNothingAboveCap.selector);
        _refuses("SlashesPending", IMilestoneEscrow.MilestoneEscrowSlashesPending.selector);
        _refuses("NoOpenVote", IMilestoneEscrow.MilestoneEscrowNoOpenVote.selector);
        _refuses("RolesCoincide", IMilestoneEscrow.MilestoneEscrowRolesCoincide.selector);
        _refuses("StakeLocked", IVerifierRegistry.VerifierRegistryStakeLocked.selector);
        _refuses("Unbonding", IVerifierRegistry.VerifierRegistryUnbonding.selector);
        _refuses("BondTooSmall", IVerifierRegistry.VerifierRegistryBondTooSmall.selector);
        _refuses("pool RolesCoincide", IVerifierRegistry.VerifierRegistryRolesCoincide.selector);

        (uint256 attempted, uint256 succeeded) = (0, 0);
        for (uint256 i; i < WALKS; ++i) {
            attempted += _worlds[i].attempted();
            succeeded += _worlds[i].succeeded();
        }
        emit log_named_uint("attempted", attempted);
        emit log_named_uint("succeeded", succeeded);
        vm.assertLe(attempted, succeeded * 2, "at least half of the calls succeed");
    }

    /// @dev Much as forge would walk: random actions of the handlers with random arguments.
    function _walk(uint256 seed) private {
        World world = new World();
        _worlds.push(world);
        BuilderHandler builder = new BuilderHandler(world);
        BackerHandler backer = new BackerHandler(world);
        VerifierHandler verifier = new VerifierHandler(world);
        CourtHandler court = new CourtHandler(world);
        KeeperHandler keeper = new KeeperHandler(world);
        DriverHandler driver = new DriverHandler(world);
        for (uint256 i; world.idCount() < 3; ++i) {
            builder.create(seed + i, i);
        }
        for (uint256 i; i < STEPS; ++i) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            (uint256 a, uint256 b, uint256 c) = (random >> 64, random >> 128, random >> 192);
            uint256 action = random % 28;
            if (action == 0) builder.create(a, b);
            else if (action == 1) builder.submit(a, b);
            else if (action == 2) builder.cancel(a, b);
            else if (action == 3) backer.stake(a, b, c);
            else if (action == 4) backer.refund(a, b);
            else if (action == 5) backer.withdraw(a, b);
            else if (action == 6) verifier.vote(a, b, c % 3 == 0, c);
            else if (action == 7) verifier.settle(a, b);
            else if (action == 8) verifier.settleMany(a, b);
            else if (action == 9) verifier.settleAbstention(a, b);
            else if (action == 10) verifier.capWeight(a, b);
            else if (action == 11) verifier.bond(a, b);
            else if (action == 12) verifier.startUnbond(a, b);
            else if (action == 13) verifier.withdrawUnbonded(a, b);
            else if (action == 14) verifier.withdrawRewards(a, b);
            else if (action == 15) verifier.sweep(a);
            else if (action == 16) court.dispute(a, b, c);
            else if (action == 17) court.rule(a, b, c % 2 == 0);
            else if (action == 18) court.pause(a);
            else if (action == 19) court.passOn(a, b, c % 2 == 0);
            else if (action == 20) keeper.release(a, b);
            else if (action == 21) driver.submitAtTheEndOfWarmUp(a, b, c);
            else if (action == 22) driver.abstainTwice(a, b);
            else if (action == 23) driver.cleanUp(a, b);
            else if (action == 24) driver.pushAtTheEdge(a, b);
            else driver.advance(a, b);
        }
        keeper.tally(seed, 0);
        vm.assertEq(world.violation(), "", "violation");
    }

    function _takes(IMilestoneEscrow.State from, IMilestoneEscrow.State to) private {
        uint256 count;
        for (uint256 i; i < WALKS; ++i) {
            count += _worlds[i].transitions(from, to);
        }
        _counts(string.concat(vm.toString(uint256(from)), " to ", vm.toString(uint256(to))), count);
    }

    function _refuses(string memory name, bytes4 selector) private {
        uint256 count;
        for (uint256 i; i < WALKS; ++i) {
            count += _worlds[i].refused(selector);
        }
        _counts(string.concat("refused: ", name), count);
    }

    function _counts(string memory name, uint256 count) private {
        emit log_named_uint(name, count);
        vm.assertLt(0, count, name);
    }
}
