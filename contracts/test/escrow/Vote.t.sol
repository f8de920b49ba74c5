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
        vm.assertEq(escrow.weightOf(id, verifier(0)), BOND, "weight");
        vm.assertEq(escrow.weightOf(id, verifier(3)), 0, "no weight");
        vm.assertEq(escrow.openVotes(verifier(0)), 1, "open votes");
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
        vm.assertEq(escrow.lockedOf(verifier(0)), 2 ether, "locked");
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
        bondWarm(builder, BOND);
        bytes32 id = voting();
        expectConflict(id, builder);
        vote(id, builder, true);
    }

    function test_a_backer_cannot_vote_even_with_the_least_stake() public {
        bytes32 id = open();
        stake(id, verifier(0), STAKE_MIN);
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
        vote(id, stranger, true);
    }

    function test_a_vote_weighs_what_was_warm_at_the_opening_and_is_there_now() public {
        bond(verifier(0), 2 ether);
        skip(WARM_UP + 1);
        bond(verifier(2), 2 ether);
        bytes32 id = voting();
        bond(verifier(0), 3 ether);
        startUnbond(verifier(1), 4 ether);
        vote(id, 0, true);
        vote(id, 1, true);
        vote(id, 2, true);
        vm.assertEq(escrow.weightOf(id, verifier(0)), BOND + 2 ether, "warm alone");
        vm.assertEq(escrow.weightOf(id, verifier(1)), BOND - 4 ether, "what left counts no more");
        vm.assertEq(escrow.weightOf(id, verifier(2)), BOND, "what came too late");
    }

    function testFuzz_a_weight_is_the_least_bond_of_three_moments(uint88 first, uint88 second, uint88 left) public {
        first = uint88(bound(first, MIN_BOND, 10 ether));
        second = uint88(bound(second, 1, 10 ether));
        left = uint88(bound(left, 1, first + second - MIN_BOND));
        bond(stranger, first);
        skip(WARM_UP + 1);
        bond(stranger, second);
        skip(1);
        bytes32 id = voting();
        startUnbond(stranger, left);
        vote(id, stranger, true);
        uint256 remains = uint256(first) + second - left;
        vm.assertEq(escrow.weightOf(id, stranger), first < remains ? first : remains, "weight");
    }

    function test_a_bond_under_the_minimum_cannot_vote() public {
        bondWarm(stranger, MIN_BOND);
        bytes32 overturned = voting();
        vote(overturned, stranger, false);
        for (uint256 i; i < 3; ++i) {
            vote(overturned, i, false);
        }
        escrow.tally(overturned);
        dispute(overturned, challenger);
        rule(overturned, true);
        escrow.settleVote(overturned, stranger);
        vm.assertEq(registry.bondOf(stranger), 0.8 ether, "slashed under the minimum");
        skip(WARM_UP + 1);

        bytes32 id = voting();
        expectNoWeight(id, stranger);
        vote(id, stranger, true);
        bond(stranger, 0.2 ether);
        vote(id, stranger, true);
        vm.assertEq(escrow.weightOf(id, stranger), 0.8 ether, "topped up it votes with what was warm");
    }

    function test_nobody_counts_for_more_than_a_third() public {
        bondWarm(verifier(0), 100 ether);
        bytes32 id = voting();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.WeightCapped(id, verifier(0), 60 ether);
        vote(id, 0, true);
        vote(id, 1, true);
        vm.assertEq(escrow.milestone(id).approvingWeight, 50 ether + BOND, "capped");
        vm.assertEq(escrow.milestone(id).excessWeight, 60 ether, "excess");
        vm.assertEq(escrow.milestone(id).totalWeight, 150 ether, "the total stays on record");
    }

    function testFuzz_weight_is_the_bond_up_to_a_third(uint96 extra) public {
        extra = uint96(bound(extra, 1, type(uint80).max));
        bondWarm(verifier(0), extra);
        bytes32 id = voting();
        vote(id, 0, false);
        uint256 total = 5 * BOND + extra;
        uint256 expected = BOND + extra < total / 3 ? BOND + extra : total / 3;
        vm.assertEq(escrow.milestone(id).rejectingWeight, expected, "weight");
        vm.assertEq(escrow.milestone(id).totalWeight, total, "total");
        vm.assertEq(escrow.milestone(id).excessWeight, BOND + extra - expected, "excess");
    }

    function test_anybody_takes_what_is_above_the_cap_out_of_the_base_once() public {
        bondWarm(verifier(0), 100 ether);
        bytes32 id = voting();
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.WeightCapped(id, verifier(0), 60 ether);
        vm.prank(stranger);
        escrow.capWeight(id, verifier(0));
        expectNothingAboveCap(id, verifier(0));
        escrow.capWeight(id, verifier(0));

        vote(id, 0, true);
        vm.assertEq(escrow.milestone(id).excessWeight, 60 ether, "once, though it votes");
        vm.assertEq(escrow.weightOf(id, verifier(0)), 50 ether, "weight");
    }

    function test_a_whale_that_voted_is_not_capped_again() public {
        bondWarm(verifier(0), 100 ether);
        bytes32 id = voting();
        vote(id, 0, true);
        expectNothingAboveCap(id, verifier(0));
        escrow.capWeight(id, verifier(0));
        vm.assertEq(escrow.milestone(id).excessWeight, 60 ether, "excess");
    }

    function test_a_whale_that_is_a_second_short_of_its_warm_up_is_not_in_the_base() public {
        bond(stranger, 100 ether);
        skip(WARM_UP);
        bytes32 id = voting();
        expectNothingAboveCap(id, stranger);
        escrow.capWeight(id, stranger);
    }

    function test_who_holds_no_more_than_a_third_is_not_capped() public {
        bytes32 id = voting();
        expectNothingAboveCap(id, verifier(0));
        escrow.capWeight(id, verifier(0));
        expectNothingAboveCap(id, stranger);
        escrow.capWeight(id, stranger);
        id = open();
        expectWrongState(id, IMilestoneEscrow.State.Open);
        escrow.capWeight(id, verifier(0));
    }

    function test_open_votes_lock_their_slash_share_and_count_together() public {
        bytes32 first = voting();
        bytes32 second = voting();
        vote(first, 0, true);
        vm.assertEq(escrow.lockedOf(verifier(0)), 2 ether, "locked");
        vote(second, 0, false);
        vm.assertEq(escrow.openVotes(verifier(0)), 2, "open votes");
        vm.assertEq(escrow.weightOf(second, verifier(0)), 8 ether, "the rest alone");
        vm.assertEq(escrow.lockedOf(verifier(0)), 3.6 ether, "locked by both");
    }

    function testFuzz_locks_never_exceed_the_bond(uint16[6] memory slashBps, uint88 amount, uint88 left) public {
        bondWarm(stranger, bound(amount, MIN_BOND, 20 ether));
        for (uint256 i; i < 6; ++i) {
            IMilestoneEscrow.Params memory params = defaultParams();
            params.slashBps = uint16(bound(slashBps[i], 500, 5000));
            bytes32 id = create(params);
            submit(id);
            uint256 locked = escrow.lockedOf(stranger);
            if (locked == registry.bondOf(stranger)) expectNoWeight(id, stranger);
            vote(id, stranger, i % 2 == 0);
            vm.assertLe(escrow.weightOf(id, stranger) + locked, registry.bondOf(stranger), "weight");
            vm.assertLe(escrow.lockedOf(stranger), registry.bondOf(stranger), "locked");
            uint256 most = registry.bondOf(stranger) - escrow.lockedOf(stranger);
            vm.prank(stranger);
            try registry.startUnbond(bound(left, 1, most + 1)) {} catch {}
            vm.assertLe(escrow.lockedOf(stranger), registry.bondOf(stranger), "still locked");
        }
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

    function expectNothingAboveCap(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNothingAboveCap.selector, id, account));
    }

    function expectWindowClosed(bytes32 id, uint40 end) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowClosed.selector, id, end));
    }
}
