// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract PauseTest is Fixture {
    function test_pausing_stops_create_and_stake() public {
        bytes32 opened = open();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Paused(owner, timeNow() + PAUSE);
        pause();
        vm.assertTrue(escrow.paused(), "paused");

        expectPaused(timeNow() + PAUSE);
        open();
        expectPaused(timeNow() + PAUSE);
        escrow.stake{value: STAKE_MIN}(opened);

        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Unpaused(owner);
        unpause();
        vm.assertFalse(escrow.paused(), "not paused");
        open();
        stake(opened, ann, STAKE_MIN);
    }

    function test_pausing_stops_nothing_else() public {
        bytes32 rejected = ended(false);
        bytes32 approved = provisional(true);
        bytes32 inVote = voting();
        bytes32 late = staked();
        bytes32 unwanted = staked();
        pause();

        submit(late);
        vm.prank(builder);
        escrow.cancel(unwanted);
        dispute(approved, challenger);
        rule(approved, true);
        escrow.release(approved, splits);
        withdraw(builder);
        escrow.refund(rejected, ann);
        withdraw(ann);
        escrow.settleVote(rejected, verifier(0));
        escrow.settleAbstention(rejected, verifier(4));
        vote(inVote, 0, true);
        skip(VOTING);
        escrow.tally(inVote);
        skip(CHALLENGE);
        escrow.finalize(inVote);
        assertState(inVote, IMilestoneEscrow.State.Failed);
        vm.assertTrue(escrow.paused(), "all of it while paused");
    }

    function test_a_pause_ends_by_itself() public {
        pause();
        uint40 end = timeNow() + PAUSE;
        vm.assertEq(escrow.pausedUntil(), end, "until");
        vm.warp(end - 1);
        expectPaused(end);
        open();
        vm.warp(end);
        open();
        vm.assertFalse(escrow.paused(), "over");
        expectRevert(IMilestoneEscrow.MilestoneEscrowNotPaused.selector);
        unpause();
    }

    function testFuzz_a_pause_lasts_its_period(uint40 elapsed) public {
        pause();
        uint40 end = timeNow() + PAUSE;
        elapsed = uint40(bound(elapsed, 0, 3 * PAUSE));
        skip(elapsed);
        if (elapsed < PAUSE) expectPaused(end);
        open();
    }

    function test_the_next_pause_begins_a_period_after_the_last_one_ended() public {
        pause();
        uint40 from = timeNow() + 2 * PAUSE;
        expectTooSoon(from);
        pause();
        vm.warp(from - 1);
        expectTooSoon(from);
        pause();
        vm.warp(from);
        pause();

        skip(1 days);
        unpause();
        from = timeNow() + PAUSE;
        expectTooSoon(from);
        pause();
        vm.warp(from);
        pause();
    }

    function testFuzz_no_two_pauses_are_closer_than_a_period(uint40 used, uint40 waited) public {
        pause();
        used = uint40(bound(used, 0, PAUSE - 1));
        waited = uint40(bound(waited, 0, 2 * PAUSE));
        skip(used);
        unpause();
        uint40 from = timeNow() + PAUSE;
        skip(waited);
        if (waited < PAUSE) expectTooSoon(from);
        pause();
    }

    function test_only_the_owner_pauses() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        escrow.pause();
        pause();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        escrow.unpause();
    }

    function test_ownership_is_handed_over_in_two_steps_and_renounced_in_one() public {
        vm.prank(owner);
        escrow.transferOwnership(ann);
        vm.assertEq(escrow.owner(), owner, "not yet");
        vm.prank(ann);
        escrow.acceptOwnership();
        vm.assertEq(escrow.owner(), ann, "handed over");
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        vm.prank(owner);
        escrow.renounceOwnership();
        vm.prank(ann);
        escrow.renounceOwnership();
        vm.assertEq(escrow.owner(), address(0), "renounced");
    }

    function pause() private {
        vm.prank(owner);
        escrow.pause();
    }

    function unpause() private {
        vm.prank(owner);
        escrow.unpause();
    }

    function expectPaused(uint40 end) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowPaused.selector, end));
    }

    function expectTooSoon(uint40 from) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowPauseTooSoon.selector, from));
    }
}
