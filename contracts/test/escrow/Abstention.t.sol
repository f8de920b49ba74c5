// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract AbstentionTest is Fixture {
    uint256 private constant CHARGE = 0.01 ether;

    function test_a_verifier_that_let_the_window_pass_is_charged() public {
        bytes32 id = ended(true);
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.AbstentionCharged(verifier(4), CHARGE, BOND - CHARGE);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.AbstentionSettled(id, verifier(4), CHARGE);
        vm.prank(stranger);
        escrow.settleAbstention(id, verifier(4));

        vm.assertEq(registry.bondOf(verifier(4)), BOND - CHARGE, "bond");
        vm.assertEq(registry.totalBonded(), 5 * BOND - CHARGE, "total");
        vm.assertEq(registry.slashedPot(), CHARGE, "pool");
        vm.assertEq(escrow.voteOf(id, verifier(4)), 5, "on record");
        expectNothingDue(verifier(4));
        escrow.settleAbstention(id, verifier(4));
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoOpenVote.selector, id, verifier(4)));
        escrow.settleVote(id, verifier(4));
    }

    function testFuzz_the_charge_is_a_share_of_what_was_warm_at_the_opening(uint88 amount, uint88 more) public {
        amount = uint88(bound(amount, MIN_BOND, type(uint80).max));
        bondWarm(stranger, amount);
        IMilestoneEscrow.Params memory params = defaultParams();
        bytes32 id = create(params);
        submit(id);
        bond(stranger, bound(more, 1, type(uint80).max));
        vote(id, 0, true);
        vote(id, 1, true);
        vote(id, 2, true);
        endAfterWindow(id);
        escrow.settleAbstention(id, stranger);
        vm.assertEq(registry.slashedPot(), uint256(amount) * 10 / 10_000, "charge");
    }

    function test_who_voted_is_not_charged() public {
        bytes32 id = ended(true);
        expectNothingDue(verifier(0));
        escrow.settleAbstention(id, verifier(0));
        escrow.settleVote(id, verifier(0));
        expectNothingDue(verifier(0));
        escrow.settleAbstention(id, verifier(0));
    }

    function test_who_had_no_warm_stake_is_not_charged() public {
        bond(stranger, BOND);
        skip(WARM_UP);
        bytes32 id = ended(true);
        expectNothingDue(stranger);
        escrow.settleAbstention(id, stranger);
        expectNothingDue(ann);
        escrow.settleAbstention(id, ann);
    }

    function test_who_has_left_or_is_under_the_minimum_is_not_charged() public {
        bytes32 id = ended(true);
        startUnbond(verifier(4), BOND);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(id, verifier(4));
    }

    function test_an_early_tally_charges_nobody() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        vote(id, 2, true);
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(id, verifier(4));
    }

    function test_a_tally_in_the_second_of_the_windows_end_charges() public {
        bytes32 early = voting();
        bytes32 onTime = voting();
        for (uint256 i; i < 3; ++i) {
            vote(early, i, true);
            vote(onTime, i, true);
        }
        uint40 end = escrow.milestone(early).votingEndsAt;
        vm.warp(end - 1);
        escrow.tally(early);
        vm.warp(end);
        escrow.tally(onTime);
        skip(CHALLENGE);
        escrow.finalize(early);
        escrow.finalize(onTime);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(early, verifier(4));
        escrow.settleAbstention(onTime, verifier(4));
    }

    function test_where_too_few_voted_nobody_is_charged() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        endAfterWindow(id);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(id, verifier(4));
    }

    function test_without_a_vote_or_before_the_end_nobody_is_charged() public {
        bytes32 cancelled = open();
        vm.prank(builder);
        escrow.cancel(cancelled);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(cancelled, verifier(4));
        bytes32 missed = open();
        bytes32 id = provisional(true);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        escrow.settleAbstention(id, verifier(4));
        skip(30 days);
        escrow.tally(missed);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(missed, verifier(4));
    }

    function test_a_verifier_is_charged_once_in_a_warm_up_period() public {
        bytes32[3] memory ids = [provisional(true), provisional(true), provisional(true)];
        skip(CHALLENGE);
        for (uint256 i; i < 3; ++i) {
            escrow.finalize(ids[i]);
        }
        escrow.settleAbstention(ids[0], verifier(4));
        skip(WARM_UP - 1);
        expectNothingDue(verifier(4));
        escrow.settleAbstention(ids[1], verifier(4));
        skip(1);
        escrow.settleAbstention(ids[1], verifier(4));
        expectNothingDue(verifier(4));
        escrow.settleAbstention(ids[2], verifier(4));
        vm.assertEq(escrow.voteOf(ids[2], verifier(4)), 0, "still due");
        skip(WARM_UP);
        escrow.settleAbstention(ids[2], verifier(4));
        vm.assertEq(registry.slashedPot(), 3 * CHARGE, "each, once in a warm-up period");
    }

    function test_the_charge_leaves_what_is_locked() public {
        bytes32 id = ended(true);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.slashBps = 5000;
        for (uint256 i; i < 12; ++i) {
            bytes32 other = create(params);
            submit(other);
            vote(other, 4, true);
        }
        uint256 free = BOND - escrow.lockedOf(verifier(4));
        vm.assertLt(free, CHARGE, "less is free than is due");
        expectNothingDue(verifier(4));
        escrow.settleAbstention(id, verifier(4));
        bond(verifier(4), CHARGE - free);
        escrow.settleAbstention(id, verifier(4));
        vm.assertEq(registry.slashedPot(), CHARGE, "all of it, once as much is free");
        vm.assertEq(registry.bondOf(verifier(4)), escrow.lockedOf(verifier(4)), "the rest is locked");
    }

    function endAfterWindow(bytes32 id) private {
        skip(VOTING);
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
    }
}
