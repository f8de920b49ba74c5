// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract StakeTest is Fixture {
    function test_stakes_add_up_per_backer_and_per_milestone() public {
        bytes32 id = open();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneStaked(id, ann, 3 ether, 3 ether);
        stake(id, ann, 3 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneStaked(id, bob, 1 ether, 4 ether);
        stake(id, bob, 1 ether);
        stake(id, ann, 2 ether);

        vm.assertEq(escrow.stakeOf(id, ann), 5 ether, "ann");
        vm.assertEq(escrow.stakeOf(id, bob), 1 ether, "bob");
        vm.assertEq(escrow.milestone(id).staked, 6 ether, "staked");
        vm.assertEq(address(escrow).balance, 6 ether, "held");
    }

    function testFuzz_stakes_of_one_milestone_leave_another_alone(uint88 left, uint88 right) public {
        left = uint88(bound(left, STAKE_MIN, type(uint88).max / 2));
        right = uint88(bound(right, STAKE_MIN, type(uint88).max / 2));
        bytes32 first = open();
        bytes32 second = open();
        stake(first, ann, left);
        stake(second, ann, right);
        stake(second, bob, right);

        vm.assertEq(escrow.milestone(first).staked, left, "first");
        vm.assertEq(escrow.milestone(second).staked, uint256(right) * 2, "second");
        vm.assertEq(escrow.stakeOf(first, ann), left, "ann in first");
        vm.assertEq(escrow.stakeOf(second, ann), right, "ann in second");
        vm.assertEq(escrow.stakeOf(first, bob), 0, "bob in first");
    }

    function test_a_stake_is_at_least_the_minimum() public {
        bytes32 id = open();
        vm.deal(ann, 1 ether);
        vm.startPrank(ann);
        expectTooSmall(0);
        escrow.stake(id);
        expectTooSmall(STAKE_MIN - 1);
        escrow.stake{value: STAKE_MIN - 1}(id);
        escrow.stake{value: STAKE_MIN}(id);
        // The minimum is for each stake, whatever was staked before.
        expectTooSmall(STAKE_MIN - 1);
        escrow.stake{value: STAKE_MIN - 1}(id);
        vm.stopPrank();
        vm.assertEq(escrow.milestone(id).staked, STAKE_MIN, "staked");
    }

    function testFuzz_a_stake_is_taken_from_the_minimum_on(uint88 amount) public {
        bytes32 id = open();
        vm.deal(ann, amount);
        if (amount < STAKE_MIN) expectTooSmall(amount);
        vm.prank(ann);
        escrow.stake{value: amount}(id);
        vm.assertEq(escrow.stakeOf(id, ann), amount < STAKE_MIN ? 0 : amount, "stake");
    }

    function test_stakes_are_taken_until_the_last_second_before_the_deadline() public {
        bytes32 id = open();
        uint40 deadline = escrow.milestone(id).deadline;
        vm.warp(deadline - 1);
        stake(id, ann, 1 ether);
        vm.warp(deadline);
        expectDeadlinePassed(id, deadline);
        escrow.stake{value: 1}(id);
    }

    function testFuzz_no_stake_is_taken_from_the_deadline_on(uint40 late) public {
        bytes32 id = open();
        uint40 deadline = escrow.milestone(id).deadline;
        vm.warp(bound(late, deadline, type(uint40).max));
        expectDeadlinePassed(id, deadline);
        escrow.stake{value: 1}(id);
    }

    function test_a_milestone_holds_what_fits_and_not_one_wei_more() public {
        bytes32 id = open();
        stake(id, ann, type(uint88).max);
        vm.deal(bob, STAKE_MIN);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowStakeTooLarge.selector, id));
        vm.prank(bob);
        escrow.stake{value: STAKE_MIN}(id);

        vm.assertEq(escrow.milestone(id).staked, type(uint88).max, "staked");
        vm.assertEq(escrow.milestone(id).builder, builder, "neighbours in the slot are whole");
    }

    function test_only_an_open_milestone_takes_stake() public {
        bytes32 unknown = keccak256("unknown");
        expectWrongState(unknown, IMilestoneEscrow.State.None);
        escrow.stake{value: 1}(unknown);
        bytes32 id = voting();
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        escrow.stake{value: 1}(id);
        id = ended(true);
        expectWrongState(id, IMilestoneEscrow.State.Verified);
        escrow.stake{value: 1}(id);
    }

    function test_eth_sent_without_a_purpose_is_refused() public {
        (bool taken,) = address(escrow).call{value: 1}("");
        vm.assertFalse(taken, "receive");
        (taken,) = address(escrow).call{value: 1}(hex"deadbeef");
        vm.assertFalse(taken, "fallback");
    }

    function test_the_builder_cancels_and_every_backer_is_refunded() public {
        bytes32 id = staked();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneCancelled(id);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneFinalized(id, false, 0);
        cancel(id);
        assertState(id, IMilestoneEscrow.State.Failed);

        escrow.refund(id, ann);
        escrow.refund(id, bob);
        assertState(id, IMilestoneEscrow.State.Refunded);
        vm.assertEq(withdraw(ann) + withdraw(bob), 4 ether, "paid back");
    }

    function testFuzz_the_builder_cancels_whatever_is_staked_and_whenever(uint88 amount, uint32 elapsed) public {
        bytes32 id = open();
        if (amount >= STAKE_MIN) stake(id, ann, amount);
        skip(bound(elapsed, 0, 60 days));
        cancel(id);
        assertState(id, IMilestoneEscrow.State.Failed);
    }

    function test_nobody_else_cancels() public {
        bytes32 id = open();
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNotBuilder.selector, id, stranger));
        vm.prank(stranger);
        escrow.cancel(id);
    }

    function test_only_an_open_milestone_is_cancelled() public {
        bytes32 id = open();
        submit(id);
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        cancel(id);
        id = open();
        cancel(id);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        cancel(id);
    }

    function cancel(bytes32 id) private {
        vm.prank(builder);
        escrow.cancel(id);
    }

    function expectTooSmall(uint256 amount) private {
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowStakeTooSmall.selector, amount, STAKE_MIN)
        );
    }

    function expectDeadlinePassed(bytes32 id, uint40 deadline) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowDeadlinePassed.selector, id, deadline));
    }
}
