// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract SettleTest is Fixture {
    address[] private voters;

    function test_a_vote_on_the_wrong_side_of_an_overturned_verdict_loses_what_it_locked() public {
        bytes32 id = overturned(true);
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Slashed(verifier(0), 2 ether, 8 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.VoteSettled(id, verifier(0), 2 ether);
        vm.prank(stranger);
        escrow.settleVote(id, verifier(0));

        vm.assertEq(registry.bondOf(verifier(0)), 8 ether, "bond");
        vm.assertEq(registry.slashedPot(), 1 ether, "half to the common pool");
        vm.assertEq(registry.reservedRewards(), 1 ether, "half to those who were right");
        vm.assertEq(escrow.openVotes(verifier(0)), 0, "open votes");
        vm.assertEq(escrow.lockedOf(verifier(0)), 0, "locked");
        vm.assertEq(escrow.voteOf(id, verifier(0)), 4, "settled approval");
    }

    function test_who_was_right_is_paid_after_all_who_were_wrong() public {
        bytes32 id = overturned(true);
        escrow.settleVote(id, verifier(0));
        escrow.settleVote(id, verifier(1));
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowSlashesPending.selector, id));
        escrow.settleVote(id, verifier(3));
        escrow.settleVote(id, verifier(2));

        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Rewarded(verifier(3), 3 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.VoteSettled(id, verifier(3), 0);
        escrow.settleVote(id, verifier(3));
        vm.assertEq(registry.bondOf(verifier(3)), BOND, "bond");
        vm.assertEq(registry.rewardsOf(verifier(3)), 3 ether, "reward");
        vm.assertEq(registry.reservedRewards(), 0, "nothing reserved is left");
        vm.assertEq(registry.slashedPot(), 3 ether, "pool");
        vm.assertEq(escrow.voteOf(id, verifier(3)), 3, "settled rejection");
        vm.assertEq(escrow.lockedOf(verifier(3)), 0, "locked");
    }

    function test_half_of_what_the_wrong_lose_is_shared_among_the_right() public {
        bondWarm(verifier(4), 4 ether);
        bytes32 id = voting();
        for (uint256 i; i < 5; ++i) {
            vote(id, i, i < 3);
        }
        skip(VOTING);
        escrow.tally(id);
        vm.assertFalse(escrow.milestone(id).verdict, "30 of 54 ether are under 60 %");
        dispute(id, challenger);
        rule(id, true);
        // Verifiers 3 and 4 rejected: they lose a fifth of 24 ether, half of it to three equal ones.
        settle(id, 3, 4);
        settle(id, 0, 2);
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(registry.rewardsOf(verifier(i)), 0.8 ether, "reward");
        }
    }

    function test_rewards_are_shared_by_weight() public {
        bond(verifier(4), 5 ether);
        bondWarm(verifier(1), 2 ether);
        bytes32 id = voting();
        vote(id, 0, false);
        vote(id, 1, false);
        vote(id, 3, true);
        vote(id, 4, true);
        skip(VOTING);
        escrow.tally(id);
        vm.assertFalse(escrow.milestone(id).verdict, "25 of 47 ether are under 60 %");
        dispute(id, challenger);
        rule(id, true);
        settle(id, 0, 1);
        settle(id, 3, 4);
        vm.assertEq(registry.rewardsOf(verifier(3)), 0.88 ether, "10 of 25 parts of half of 4.4 ether");
        vm.assertEq(registry.rewardsOf(verifier(4)), 1.32 ether, "15 of 25 parts");
        vm.assertEq(registry.reservedRewards(), 0, "all of it");
    }

    function test_with_nobody_right_all_goes_to_the_common_pool() public {
        bytes32 id = voting();
        for (uint256 i; i < 5; ++i) {
            vote(id, i, true);
        }
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        settle(id, 0, 4);
        vm.assertEq(registry.slashedPot(), 10 ether, "pool");
        vm.assertEq(registry.reservedRewards(), 0, "reserved");
    }

    function test_without_a_wrong_vote_nobody_is_paid() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        skip(VOTING);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, true);
        vm.assertTrue(escrow.milestone(id).overturned, "too few had voted");
        vm.recordLogs();
        escrow.settleVote(id, verifier(0));
        vm.assertEq(vm.getRecordedLogs().length, 1, "settled and no more");
        vm.assertEq(registry.rewardsOf(verifier(0)), 0, "reward");
        vm.assertEq(registry.slashedPot(), 0, "pool");
    }

    function test_rejecting_what_the_arbiter_verifies_is_slashed_too() public {
        bytes32 id = overturned(false);
        settle(id, 0, 3);
        vm.assertEq(registry.bondOf(verifier(0)), 8 ether, "rejected");
        vm.assertEq(registry.bondOf(verifier(3)), BOND, "approved");
        vm.assertEq(registry.rewardsOf(verifier(3)), 3 ether, "reward");
    }

    function test_nobody_is_slashed_for_a_verdict_that_stood() public {
        bytes32 upheld = disputed(true);
        rule(upheld, true);
        bytes32 undisputed = ended(false);
        settle(upheld, 0, 3);
        settle(undisputed, 0, 3);
        for (uint256 i; i < 4; ++i) {
            vm.assertEq(registry.bondOf(verifier(i)), BOND, "bond");
            vm.assertEq(escrow.openVotes(verifier(i)), 0, "open votes");
            vm.assertEq(escrow.lockedOf(verifier(i)), 0, "locked");
        }
        vm.assertEq(registry.slashedPot() + registry.reservedRewards(), 0, "nothing taken");
    }

    function test_a_vote_is_settled_once() public {
        bytes32 id = overturned(true);
        settle(id, 0, 3);
        expectNoOpenVote(id, verifier(0));
        escrow.settleVote(id, verifier(0));
        expectNoOpenVote(id, verifier(3));
        escrow.settleVote(id, verifier(3));
        vm.assertEq(registry.bondOf(verifier(0)), 8 ether, "bond");
        vm.assertEq(registry.rewardsOf(verifier(3)), 3 ether, "reward");
    }

    function test_all_votes_are_settled_in_one_call_or_none() public {
        bytes32 id = overturned(true);
        voters = [verifier(0), verifier(1), verifier(0)];
        expectNoOpenVote(id, verifier(0));
        escrow.settleVotes(id, voters);
        vm.assertEq(registry.bondOf(verifier(0)), BOND, "none");
        voters = [verifier(3), verifier(0), verifier(1), verifier(2)];
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowSlashesPending.selector, id));
        escrow.settleVotes(id, voters);
        voters = [verifier(2), verifier(0), verifier(1), verifier(3)];
        escrow.settleVotes(id, voters);
        vm.assertEq(registry.rewardsOf(verifier(3)), 3 ether, "all");

        bytes32 early = voting();
        expectWrongState(early, IMilestoneEscrow.State.Voting);
        escrow.settleVotes(early, voters);
    }

    function test_whoever_did_not_vote_has_nothing_to_settle() public {
        bytes32 id = overturned(true);
        expectNoOpenVote(id, verifier(4));
        escrow.settleVote(id, verifier(4));
    }

    function test_votes_are_settled_only_after_the_end() public {
        bytes32 id = voting();
        vote(id, 0, true);
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        escrow.settleVote(id, verifier(0));
        id = provisional(true);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        escrow.settleVote(id, verifier(0));
        dispute(id, challenger);
        expectWrongState(id, IMilestoneEscrow.State.Disputed);
        escrow.settleVote(id, verifier(0));
    }

    function test_votes_are_settled_in_every_final_state() public {
        bytes32 id = ended(true);
        escrow.settleVote(id, verifier(0));
        escrow.release(id, splits);
        escrow.settleVote(id, verifier(1));
        id = ended(false);
        escrow.settleVote(id, verifier(0));
        escrow.refund(id, ann);
        escrow.refund(id, bob);
        escrow.settleVote(id, verifier(1));
    }

    function test_the_slash_is_a_share_of_what_the_vote_weighed() public {
        bondWarm(verifier(0), 90 ether);
        bytes32 id = overturned(true);
        bond(verifier(0), 50 ether);
        escrow.settleVote(id, verifier(0));
        vm.assertEq(registry.bondOf(verifier(0)), 150 ether - (uint256(140 ether) / 3) * 2000 / 10_000, "bond");
    }

    function testFuzz_the_slash_is_the_frozen_share_of_the_weight(uint16 slashBps, uint80 extra) public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.slashBps = uint16(bound(slashBps, 500, 5000));
        uint256 bonded = BOND + bound(extra, 1, type(uint80).max);
        bondWarm(verifier(0), bonded - BOND);
        bytes32 id = create(params);
        submit(id);
        for (uint256 i; i < 5; ++i) {
            vote(id, i, true);
        }
        uint256 locked = escrow.lockedOf(verifier(0));
        skip(VOTING);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        escrow.settleVote(id, verifier(0));
        uint256 slashed = escrow.weightOf(id, verifier(0)) * params.slashBps / 10_000;
        vm.assertEq(locked, slashed, "locked");
        vm.assertEq(registry.bondOf(verifier(0)), bonded - slashed, "bond");
        vm.assertEq(registry.slashedPot(), slashed, "pool");
    }

    /// @dev Every wei of a slash is in the pool, paid to who was right, or dust of one wei for each of those.
    function testFuzz_what_is_slashed_is_paid_out_whole(uint80[5] memory bonds, uint8 sides, uint16 slashBps) public {
        for (uint256 i; i < 5; ++i) {
            bond(verifier(i), bound(bonds[i], 1, 50 ether));
        }
        skip(WARM_UP + 1);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.slashBps = uint16(bound(slashBps, 500, 5000));
        bytes32 id = create(params);
        submit(id);
        uint256 locked;
        for (uint256 i; i < 5; ++i) {
            vote(id, i, (sides >> i) & 1 == 1);
        }
        skip(VOTING);
        escrow.tally(id);
        bool verdict = !escrow.milestone(id).verdict;
        dispute(id, challenger);
        rule(id, verdict);
        uint256 right;
        for (uint256 turn; turn < 2; ++turn) {
            for (uint256 i; i < 5; ++i) {
                bool wrong = ((sides >> i) & 1 == 1) != verdict;
                if (wrong && turn == 0) locked += escrow.weightOf(id, verifier(i)) * params.slashBps / 10_000;
                if (!wrong && turn == 1) ++right;
                if (wrong == (turn == 0)) escrow.settleVote(id, verifier(i));
            }
        }
        uint256 paid;
        for (uint256 i; i < 5; ++i) {
            paid += registry.rewardsOf(verifier(i));
        }
        vm.assertLe(registry.reservedRewards(), right, "dust");
        vm.assertEq(registry.slashedPot() + paid + registry.reservedRewards(), locked, "all of it");
        vm.assertLe(paid, locked / 2, "half at most");
    }

    function test_what_a_vote_locks_cannot_leave_before_it_is_settled() public {
        bytes32 id = disputed(true);
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryStakeLocked.selector, verifier(0), 2 ether, 2 ether - 1
            )
        );
        startUnbond(verifier(0), 8 ether + 1);
        startUnbond(verifier(0), 8 ether);
        skip(UNBONDING);
        escrow.finalize(id);
        escrow.settleVote(id, verifier(0));
        startUnbond(verifier(0), 2 ether);
        skip(UNBONDING);
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        vm.assertEq(verifier(0).balance, BOND, "paid");
    }

    function overturned(bool provisionally) private returns (bytes32 id) {
        id = disputed(provisionally);
        rule(id, !provisionally);
    }

    function settle(bytes32 id, uint256 first, uint256 last) private {
        for (uint256 turn; turn < 2; ++turn) {
            for (uint256 i = first; i <= last; ++i) {
                uint8 cast = escrow.voteOf(id, verifier(i));
                bool wrong = (cast == 2) != escrow.milestone(id).verdict;
                if (cast < 3 && wrong == (turn == 0)) escrow.settleVote(id, verifier(i));
            }
        }
    }

    function expectNoOpenVote(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoOpenVote.selector, id, account));
    }
}
