// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract EvidenceTest is Fixture {
    function test_evidence_opens_the_vote_for_the_voting_period() public {
        bytes32 id = staked();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.EvidenceSubmitted(id, ROOT, timeNow() + VOTING, 5 * BOND);
        submit(id);

        IMilestoneEscrow.Milestone memory milestone = escrow.milestone(id);
        assertState(id, IMilestoneEscrow.State.Voting);
        vm.assertEq(milestone.evidenceRoot, ROOT, "root");
        vm.assertEq(milestone.submittedAt, timeNow(), "submitted");
        vm.assertEq(milestone.votingEndsAt, timeNow() + VOTING, "voting ends");
        vm.assertEq(milestone.totalWeight, 5 * BOND, "total weight");
    }

    function test_stake_counts_in_the_total_once_it_was_there_for_the_warm_up() public {
        bytes32 early = open();
        bytes32 late = open();
        bond(stranger, 50 ether);
        skip(WARM_UP);
        submit(early);
        vm.assertEq(escrow.milestone(early).totalWeight, 5 * BOND, "a second short");
        skip(1);
        submit(late);
        vm.assertEq(escrow.milestone(late).totalWeight, 5 * BOND + 50 ether, "warm");
    }

    function testFuzz_stake_counts_in_the_total_from_the_warm_up_on(uint40 elapsed, uint88 amount) public {
        bytes32 id = open();
        amount = uint88(bound(amount, MIN_BOND, type(uint88).max - 5 * BOND));
        bond(stranger, amount);
        elapsed = uint40(bound(elapsed, 0, 2 * WARM_UP));
        skip(elapsed);
        submit(id);
        vm.assertEq(escrow.milestone(id).totalWeight, 5 * BOND + (elapsed > WARM_UP ? amount : 0), "total weight");
    }

    function test_stake_that_left_during_the_warm_up_is_not_in_the_total() public {
        bytes32 id = open();
        startUnbond(verifier(0), 4 ether);
        skip(1);
        submit(id);
        vm.assertEq(escrow.milestone(id).totalWeight, 46 ether, "total weight");
    }

    function test_only_the_builder_submits() public {
        bytes32 id = open();
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNotBuilder.selector, id, stranger));
        vm.prank(stranger);
        escrow.submitEvidence(id, ROOT);
    }

    function test_an_empty_root_is_no_evidence() public {
        bytes32 id = open();
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowInvalidEvidence.selector, id));
        vm.prank(builder);
        escrow.submitEvidence(id, 0);
    }

    function test_evidence_is_taken_until_the_last_second_before_the_deadline() public {
        bytes32 late = open();
        bytes32 onTime = open();
        uint40 deadline = escrow.milestone(late).deadline;
        vm.warp(deadline - 1);
        submit(onTime);
        vm.warp(deadline);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowDeadlinePassed.selector, late, deadline));
        submit(late);
    }

    function testFuzz_evidence_is_on_time_or_refused(uint40 moment) public {
        bytes32 id = open();
        uint40 deadline = escrow.milestone(id).deadline;
        moment = uint40(bound(moment, timeNow(), timeNow() + 60 days));
        vm.warp(moment);
        if (moment >= deadline) {
            vm.expectRevert(
                abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowDeadlinePassed.selector, id, deadline)
            );
        }
        submit(id);
        if (moment < deadline) vm.assertEq(escrow.milestone(id).votingEndsAt, moment + VOTING, "voting ends");
    }

    function test_evidence_is_committed_once() public {
        bytes32 id = open();
        submit(id);
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        vm.prank(builder);
        escrow.submitEvidence(id, keccak256("better evidence"));
    }
}
