// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title Ways of an owner to decide or to hold up what others have, each tried here and each in vain
contract OwnerAttacksTest is Fixture {
    /// @dev Votes were refused while paused and their window ran on, so that what all approved failed.
    function test_a_pause_that_turns_approvals_into_a_failure() public {
        bytes32 id = voting();
        pause();
        for (uint256 i; i < 5; ++i) {
            vote(id, i, true);
        }
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
        escrow.release(id, splits);
        vm.assertTrue(escrow.paused(), "all of it while paused");
        vm.assertEq(withdraw(builder), 2.73 ether, "paid");
    }

    function testFuzz_no_pause_changes_a_verdict(uint40 moment, uint8 votes) public {
        bytes32 id = voting();
        uint40 end = timeNow() + VOTING;
        moment = timeNow() + uint40(bound(moment, 0, VOTING + CHALLENGE - 1));
        if (moment < end - 1) pauseAt(moment);
        vm.warp(end - 1);
        for (uint256 i; i < 5; ++i) {
            vote(id, i, (votes >> i) & 1 == 1);
        }
        vm.warp(end);
        escrow.tally(id);
        if (moment >= end - 1) pauseAt(moment < end ? end : moment);
        vm.warp(end + CHALLENGE);
        escrow.finalize(id);
        vm.assertTrue(escrow.paused(), "paused meanwhile");
        vm.assertEq(escrow.milestone(id).verdict, approvals(votes) >= 3, "verdict");
    }

    /// @dev Half of all time is the most that any order of pausing and ending pauses can hold up.
    function testFuzz_pausing_again_and_again(uint40[12] memory waits) public {
        uint40 start = timeNow();
        uint40 held;
        for (uint256 i; i < 12; ++i) {
            uint40 from = timeNow();
            vm.prank(owner);
            if (i % 3 == 2) try escrow.unpause() {} catch {} else try escrow.pause() {} catch {}
            uint40 until = escrow.pausedUntil();
            skip(bound(waits[i], 1, 2 * PAUSE));
            if (until > from) held += (until < timeNow() ? until : timeNow()) - from;
        }
        vm.assertLe(held, (timeNow() - start) / 2 + PAUSE, "held up");
    }

    function test_a_pause_renewed_before_it_ends() public {
        bytes32 id = open();
        pause();
        uint40 end = timeNow() + PAUSE;
        vm.warp(end - 1);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowPauseTooSoon.selector, end + PAUSE));
        pause();
        vm.warp(end);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowPauseTooSoon.selector, end + PAUSE));
        pause();
        stake(id, ann, 1 ether);
    }

    function test_renouncing_while_paused() public {
        pause();
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowPaused.selector, timeNow() + PAUSE));
        vm.prank(owner);
        escrow.renounceOwnership();
        vm.assertEq(escrow.owner(), owner, "still the owner");
        skip(PAUSE);
        vm.prank(owner);
        escrow.renounceOwnership();
        open();
    }

    function test_a_next_owner_that_pauses_at_once() public {
        pause();
        vm.prank(owner);
        escrow.transferOwnership(stranger);
        vm.startPrank(stranger);
        escrow.acceptOwnership();
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowPauseTooSoon.selector, timeNow() + 2 * PAUSE)
        );
        escrow.pause();
        vm.stopPrank();
    }

    function test_refunds_while_paused() public {
        bytes32 id = ended(false);
        pause();
        escrow.refund(id, ann);
        escrow.refund(id, bob);
        vm.assertEq(withdraw(ann) + withdraw(bob), 4 ether, "paid while paused");
    }

    function approvals(uint8 votes) private pure returns (uint256 count) {
        for (uint256 i; i < 5; ++i) {
            count += (votes >> i) & 1;
        }
    }

    function pauseAt(uint40 moment) private {
        vm.warp(moment);
        pause();
    }

    function pause() private {
        vm.prank(owner);
        escrow.pause();
    }
}
