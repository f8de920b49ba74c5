// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract DisputeTest is Fixture {
    function test_a_dispute_opens_the_arbitration_window_and_holds_the_bond() public {
        bytes32 id = provisional(true);
        vm.deal(challenger, 1 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneDisputed(id, challenger, 0.5 ether, timeNow() + ARBITRATION);
        vm.prank(challenger);
        escrow.dispute{value: 0.5 ether}(id);

        IMilestoneEscrow.Milestone memory milestone = escrow.milestone(id);
        assertState(id, IMilestoneEscrow.State.Disputed);
        vm.assertEq(milestone.challenger, challenger, "challenger");
        vm.assertEq(milestone.disputeBond, 0.5 ether, "bond");
        vm.assertEq(milestone.arbitrationEndsAt, timeNow() + ARBITRATION, "arbitration ends");
        vm.assertEq(address(escrow).balance, 4.5 ether, "held");
    }

    function test_the_least_bond_is_a_twentieth_of_the_stake() public {
        bytes32 id = provisional(true);
        vm.assertEq(escrow.minDisputeBond(id), 0.2 ether, "least bond");
        vm.deal(challenger, 1 ether);
        expectBondTooSmall(id, 0.2 ether - 1, 0.2 ether);
        vm.prank(challenger);
        escrow.dispute{value: 0.2 ether - 1}(id);
        vm.prank(challenger);
        escrow.dispute{value: 0.2 ether}(id);
    }

    function test_the_least_bond_never_falls_under_a_hundredth_of_an_ether() public {
        bytes32 id = open();
        vm.assertEq(escrow.minDisputeBond(id), 0.01 ether, "with nothing staked");
        stake(id, ann, 0.2 ether);
        vm.assertEq(escrow.minDisputeBond(id), 0.01 ether, "at the turning point");
        stake(id, ann, 0.02 ether);
        vm.assertEq(escrow.minDisputeBond(id), 0.011 ether, "above it");
    }

    function testFuzz_the_least_bond_is_the_larger_of_both(uint88 amount) public {
        amount = uint88(bound(amount, STAKE_MIN, type(uint88).max));
        bytes32 id = open();
        stake(id, ann, amount);
        uint256 twentieth = uint256(amount) / 20;
        vm.assertEq(escrow.minDisputeBond(id), twentieth > 0.01 ether ? twentieth : 0.01 ether, "least bond");
    }

    function test_disputes_are_taken_until_the_last_second_of_the_window() public {
        bytes32 id = provisional(true);
        vm.warp(escrow.milestone(id).challengeEndsAt - 1);
        dispute(id, challenger);
        assertState(id, IMilestoneEscrow.State.Disputed);
    }

    function test_no_dispute_is_taken_from_the_end_of_the_window_on() public {
        bytes32 id = provisional(true);
        uint40 end = escrow.milestone(id).challengeEndsAt;
        vm.warp(end);
        expectWindowClosed(id, end);
        escrow.dispute{value: 1 ether}(id);
    }

    function testFuzz_a_dispute_is_within_the_window_or_refused(uint32 elapsed, uint96 amount) public {
        bytes32 id = provisional(false);
        amount = uint96(bound(amount, 0, 10 ether));
        uint40 end = escrow.milestone(id).challengeEndsAt;
        skip(bound(elapsed, 0, 2 * CHALLENGE));
        if (timeNow() >= end) expectWindowClosed(id, end);
        else if (amount < 0.2 ether) expectBondTooSmall(id, amount, 0.2 ether);
        escrow.dispute{value: amount}(id);
    }

    function test_a_milestone_is_disputed_once_and_only_when_provisional() public {
        bytes32 id = disputed(true);
        expectWrongState(id, IMilestoneEscrow.State.Disputed);
        escrow.dispute{value: 1 ether}(id);
        id = voting();
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        escrow.dispute{value: 1 ether}(id);
    }

    function test_an_overturned_verdict_gives_the_bond_back_to_the_challenger() public {
        bytes32 id = disputed(true);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Ruled(id, false, true);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(id, challenger, 0.2 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneFinalized(id, false, ROOT);
        rule(id, false);

        assertState(id, IMilestoneEscrow.State.Failed);
        vm.assertTrue(escrow.milestone(id).overturned, "overturned");
        vm.assertFalse(escrow.milestone(id).verdict, "verdict");
        vm.assertEq(escrow.claimable(challenger), 0.2 ether, "challenger");
        vm.assertEq(escrow.claimable(feeRecipient), 0, "fee recipient");
    }

    function test_an_upheld_verdict_gives_the_bond_to_the_fee_recipient() public {
        bytes32 id = disputed(true);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Ruled(id, true, false);
        rule(id, true);

        assertState(id, IMilestoneEscrow.State.Verified);
        vm.assertFalse(escrow.milestone(id).overturned, "overturned");
        vm.assertEq(escrow.claimable(challenger), 0, "challenger");
        vm.assertEq(escrow.claimable(feeRecipient), 0.2 ether, "fee recipient");
    }

    function test_a_rejection_can_be_overturned_too() public {
        bytes32 id = disputed(false);
        rule(id, true);
        assertState(id, IMilestoneEscrow.State.Verified);
        vm.assertTrue(escrow.milestone(id).overturned, "overturned");
        vm.assertTrue(escrow.milestone(id).verdict, "verdict");
    }

    function test_only_the_arbiter_rules() public {
        bytes32 id = disputed(true);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNotArbiter.selector, stranger));
        vm.prank(stranger);
        escrow.rule(id, false);
    }

    function test_the_arbiter_rules_on_disputes_only() public {
        bytes32 id = provisional(true);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        rule(id, false);
        id = ended(true);
        expectWrongState(id, IMilestoneEscrow.State.Verified);
        rule(id, false);
    }

    function test_the_arbiter_rules_until_the_last_second_of_the_window() public {
        bytes32 id = disputed(true);
        vm.warp(escrow.milestone(id).arbitrationEndsAt - 1);
        rule(id, false);
        id = disputed(true);
        uint40 end = escrow.milestone(id).arbitrationEndsAt;
        vm.warp(end);
        expectWindowClosed(id, end);
        rule(id, false);
    }

    function testFuzz_a_ruling_is_within_the_window_or_refused(uint32 elapsed, bool verdict) public {
        bytes32 id = disputed(true);
        uint40 end = escrow.milestone(id).arbitrationEndsAt;
        skip(bound(elapsed, 0, 2 * ARBITRATION));
        if (timeNow() >= end) expectWindowClosed(id, end);
        rule(id, verdict);
    }

    function test_an_undisputed_verdict_is_final_when_the_window_ends() public {
        bytes32 id = provisional(true);
        uint40 end = escrow.milestone(id).challengeEndsAt;
        vm.warp(end - 1);
        expectWindowOpen(id, end);
        escrow.finalize(id);
        vm.warp(end);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneFinalized(id, true, ROOT);
        escrow.finalize(id);
        assertState(id, IMilestoneEscrow.State.Verified);

        id = provisional(false);
        skip(CHALLENGE);
        escrow.finalize(id);
        assertState(id, IMilestoneEscrow.State.Failed);
    }

    function test_a_dispute_is_not_finalized_while_the_arbiter_may_rule() public {
        bytes32 id = disputed(true);
        uint40 end = escrow.milestone(id).arbitrationEndsAt;
        vm.warp(end - 1);
        expectWindowOpen(id, end);
        escrow.finalize(id);
    }

    function test_the_end_of_the_challenge_window_does_not_end_a_dispute() public {
        bytes32 id = provisional(true);
        uint40 end = escrow.milestone(id).challengeEndsAt;
        vm.warp(end - 1);
        dispute(id, challenger);
        vm.warp(end);
        expectWindowOpen(id, end - 1 + ARBITRATION);
        escrow.finalize(id);
    }

    function test_only_what_awaits_its_end_is_finalized() public {
        bytes32 id = voting();
        skip(30 days);
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        escrow.finalize(id);
        id = ended(true);
        expectWrongState(id, IMilestoneEscrow.State.Verified);
        escrow.finalize(id);
        bytes32 unknown = keccak256("unknown");
        expectWrongState(unknown, IMilestoneEscrow.State.None);
        escrow.finalize(unknown);
    }

    function expectBondTooSmall(bytes32 id, uint256 amount, uint256 least) private {
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowBondTooSmall.selector, id, amount, least)
        );
    }

    function expectWindowOpen(bytes32 id, uint40 end) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowOpen.selector, id, end));
    }

    function expectWindowClosed(bytes32 id, uint40 end) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowClosed.selector, id, end));
    }
}
