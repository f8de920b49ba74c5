// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract VoteTest is Fixture {
    function test_votes_weigh_the_bond_and_count_on_their_side() public {
        bytes32 id = voting();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Voted(id, verifier(0), true, BOND, ROOT);
        vote(id, 0, true);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Voted(id, verifier(1), false, BOND, ROOT);
        vote(id, 1, false);
        vote(id, 2, true);

        IMilestoneEscrow.Milestone memory milestone = escrow.milestone(id);
        vm.assertEq(milestone.approvingWeight, 2 * BOND, "approving");
        vm.assertEq(milestone.rejectingWeight, BOND, "rejecting");
        vm.assertEq(milestone.voters, 3, "voters");
        vm.assertEq(escrow.voteOf(id, verifier(0)), 2, "approved");
        vm.assertEq(escrow.voteOf(id, verifier(1)), 1, "rejected");
        vm.assertEq(escrow.voteOf(id, verifier(3)), 0, "no vote");
        vm.assertEq(escrow.openVotes(verifier(0)), 1, "open votes");
    }

    function test_open_votes_count_over_milestones() public {
        bytes32 first = voting();
        bytes32 second = voting();
        vote(first, 0, true);
        vote(second, 0, false);
        vm.assertEq(escrow.openVotes(verifier(0)), 2, "open votes");
    }

    function test_a_vote_that_arrives_twice_counts_once() public {
        bytes32 id = voting();
        vote(id, 0, true);
        expectAlreadyVoted(id, verifier(0));
        vote(id, 0, true);
        expectAlreadyVoted(id, verifier(0));
        vote(id, 0, false);
        vm.assertEq(escrow.milestone(id).approvingWeight, BOND, "approving");
        vm.assertEq(escrow.milestone(id).voters, 1, "voters");
    }

    function test_votes_are_taken_until_the_last_second_of_voting() public {
        bytes32 id = voting();
        uint40 end = escrow.milestone(id).votingEndsAt;
        vm.warp(end - 1);
        vote(id, 0, true);
        vm.warp(end);
        expectWindowClosed(id, end);
        vote(id, 1, true);
    }

    function testFuzz_a_vote_is_within_the_window_or_refused(uint32 elapsed) public {
        bytes32 id = voting();
        uint40 end = escrow.milestone(id).votingEndsAt;
        skip(bound(elapsed, 0, 2 * VOTING));
        if (timeNow() >= end) expectWindowClosed(id, end);
        vote(id, 0, true);
    }

    function test_a_vote_must_name_the_committed_root() public {
        bytes32 id = voting();
        bytes32 other = keccak256("other evidence");
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowEvidenceMismatch.selector, id, ROOT, other)
        );
        vm.prank(verifier(0));
        escrow.vote(id, true, other);
    }

    function test_the_builder_cannot_vote() public {
        bond(builder, BOND);
        skip(1);
        bytes32 id = voting();
        expectConflict(id, builder);
        vm.prank(builder);
        escrow.vote(id, true, ROOT);
    }

    function test_a_backer_cannot_vote_even_with_one_wei() public {
        bytes32 id = open();
        stake(id, verifier(0), 1);
        submit(id);
        expectConflict(id, verifier(0));
        vote(id, 0, false);
        vote(id, 1, false);
    }

    function test_a_backer_of_one_milestone_may_vote_on_another() public {
        stake(open(), verifier(0), 1 ether);
        vote(voting(), 0, true);
    }

    function test_whoever_has_no_stake_has_no_vote() public {
        bytes32 id = voting();
        expectNoWeight(id, stranger);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
    }

    function test_a_vote_weighs_the_stake_of_the_second_before_submission() public {
        bond(verifier(0), 2 ether);
        skip(1);
        bytes32 id = voting();
        bond(verifier(0), 3 ether);
        vm.prank(verifier(1));
        registry.startUnbond(BOND);
        skip(1 hours);
        vote(id, 0, true);
        vote(id, 1, true);
        vm.assertEq(escrow.milestone(id).approvingWeight, BOND + 2 ether + BOND, "as of the snapshot");
    }

    function test_nobody_counts_for_more_than_a_third() public {
        bond(verifier(0), 100 ether);
        skip(1);
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        vm.assertEq(escrow.milestone(id).approvingWeight, uint256(150 ether) / 3 + BOND, "capped");
    }

    function testFuzz_weight_is_the_bond_up_to_a_third(uint96 extra) public {
        extra = uint96(bound(extra, 1, type(uint88).max));
        bond(verifier(0), extra);
        skip(1);
        bytes32 id = voting();
        vote(id, 0, false);
        uint256 total = 5 * BOND + extra;
        uint256 expected = BOND + extra < total / 3 ? BOND + extra : total / 3;
        vm.assertEq(escrow.milestone(id).rejectingWeight, expected, "weight");
        vm.assertEq(escrow.milestone(id).totalWeight, total, "total");
    }

    function test_only_a_milestone_in_voting_takes_votes() public {
        bytes32 id = open();
        expectWrongState(id, IMilestoneEscrow.State.Open);
        vote(id, 0, true);
        id = provisional(true);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        vote(id, 4, true);
    }

    function expectAlreadyVoted(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowAlreadyVoted.selector, id, account));
    }

    function expectConflict(bytes32 id, address account) private {
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowConflictOfInterest.selector, id, account)
        );
    }

    function expectNoWeight(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoWeight.selector, id, account));
    }

    function expectWindowClosed(bytes32 id, uint40 end) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowClosed.selector, id, end));
    }
}
