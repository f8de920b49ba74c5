// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title Ways to decide with stake that was not there, is not free or stays away, each tried here and each in vain
contract BondAttacksTest is Fixture {
    /// @dev 80 ether against 50, a second before; then evidence, votes and tally in one second.
    function test_a_majority_bonded_just_in_time() public {
        bytes32 id = staked();
        for (uint256 i; i < 3; ++i) {
            bond(sybil(i), uint256(80 ether) / 3);
        }
        skip(1);
        submit(id);
        for (uint256 i; i < 3; ++i) {
            expectNoWeight(id, sybil(i));
            vote(id, sybil(i), true);
        }
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowOpen.selector, id, timeNow() + VOTING)
        );
        escrow.tally(id);
        vm.assertEq(escrow.milestone(id).totalWeight, 5 * BOND, "nor does it dilute the others");

        for (uint256 i; i < 5; ++i) {
            vote(id, i, false);
        }
        skip(VOTING);
        escrow.tally(id);
        vm.assertFalse(escrow.milestone(id).verdict, "the fifty decide");
    }

    function testFuzz_stake_younger_than_the_warm_up_never_counts(uint96 amount, uint40 age) public {
        bytes32 id = open();
        bond(stranger, bound(amount, MIN_BOND, type(uint80).max));
        age = uint40(bound(age, 0, 2 * WARM_UP));
        skip(age);
        submit(id);
        if (age <= WARM_UP) expectNoWeight(id, stranger);
        vote(id, stranger, true);
    }

    /// @dev Stake that left and came back is as fresh as any.
    function test_stake_that_left_and_came_back() public {
        startUnbond(verifier(0), 9 ether);
        skip(WARM_UP / 2);
        bond(verifier(0), 9 ether);
        skip(WARM_UP / 2 + 1);
        bytes32 id = voting();
        vote(id, 0, true);
        vm.assertEq(escrow.weightOf(id, verifier(0)), 1 ether, "what had stayed");
    }

    /// @dev Six votes of a fifth each owed 24 of 20 ether; now each vote owes out of what is left.
    function test_one_bond_for_more_votes_than_it_can_pay() public {
        bondWarm(stranger, 20 ether);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 3000;
        bytes32[6] memory ids;
        uint256 owed;
        for (uint256 i; i < 6; ++i) {
            ids[i] = create(params);
            submit(ids[i]);
            for (uint256 j; j < 5; ++j) {
                vote(ids[i], j, true);
            }
            vote(ids[i], stranger, true);
            owed += escrow.weightOf(ids[i], stranger) * 2000 / 10_000;
        }
        vm.assertEq(escrow.lockedOf(stranger), owed, "locked");
        vm.assertLe(owed, 20 ether, "no more than there is");
        skip(VOTING);
        for (uint256 i; i < 6; ++i) {
            escrow.tally(ids[i]);
            dispute(ids[i], challenger);
            rule(ids[i], false);
        }
        uint256 paid;
        for (uint256 i; i < 6; ++i) {
            uint256 bonded = registry.bondOf(stranger);
            escrow.settleVote(ids[i], stranger);
            uint256 slashed = bonded - registry.bondOf(stranger);
            vm.assertEq(slashed, escrow.weightOf(ids[i], stranger) * 2000 / 10_000, "every slash is paid in full");
            paid += slashed;
        }
        vm.assertEq(paid, owed, "all of them");
    }

    function test_a_wrong_voter_votes_again_before_it_is_settled() public {
        bytes32 wrong = provisional(true);
        dispute(wrong, challenger);
        rule(wrong, false);
        bytes32 id = voting();
        vote(id, 0, true);
        vm.assertEq(escrow.weightOf(id, verifier(0)), 8 ether, "what it is about to lose decides nothing");

        escrow.settleVote(wrong, verifier(0));
        vote(voting(), 0, true);
        vm.assertEq(escrow.lockedOf(verifier(0)), 1.6 ether + 1.28 ether, "nor does it afterwards");
    }

    function test_a_slashed_bond_under_the_minimum_votes() public {
        bondWarm(stranger, MIN_BOND);
        bytes32 wrong = voting();
        vote(wrong, stranger, true);
        for (uint256 i; i < 3; ++i) {
            vote(wrong, i, true);
        }
        skip(VOTING);
        escrow.tally(wrong);
        dispute(wrong, challenger);
        rule(wrong, false);
        escrow.settleVote(wrong, stranger);
        skip(WARM_UP + 1);
        bytes32 id = voting();
        expectNoWeight(id, stranger);
        vote(id, stranger, true);
    }

    /// @dev 51 that stay away kept 50 from the half that the quorum asks for.
    function test_an_abstaining_whale() public {
        bondWarm(stranger, 51 ether);
        bytes32 id = voting();
        expectFiftyDecide(id);

        skip(CHALLENGE);
        escrow.finalize(id);
        escrow.settleAbstention(id, stranger);
        vm.assertEq(registry.slashedPot(), 0.051 ether, "and staying away costs");
    }

    /// @dev All five vote for it and the stranger, whose stake is more than theirs, is capped.
    function expectFiftyDecide(bytes32 id) private {
        for (uint256 i; i < 5; ++i) {
            vote(id, i, true);
        }
        escrow.capWeight(id, stranger);
        skip(VOTING);
        escrow.tally(id);
        vm.assertTrue(escrow.milestone(id).verdict, "the fifty decide");
    }

    function test_an_abstaining_whale_that_leaves_after_the_opening() public {
        bondWarm(stranger, 51 ether);
        bytes32 id = voting();
        startUnbond(stranger, 51 ether);
        expectFiftyDecide(id);
    }

    /// @dev Of two abstentions in one warm-up period the smaller is settled first, to be rid of the other.
    function test_a_small_abstention_settled_against_a_large_one() public {
        bytes32 small = provisional(true);
        bondWarm(verifier(4), 10 ether);
        bytes32 large = voting();
        for (uint256 i; i < 4; ++i) {
            vote(large, i, true);
        }
        skip(VOTING);
        escrow.tally(large);
        skip(CHALLENGE);
        escrow.finalize(small);
        escrow.finalize(large);
        escrow.settleAbstention(small, verifier(4));
        vm.assertEq(registry.slashedPot(), 0.01 ether, "the small one");
        expectNothingDue(verifier(4));
        escrow.settleAbstention(large, verifier(4));
        skip(WARM_UP);
        escrow.settleAbstention(large, verifier(4));
        vm.assertEq(registry.slashedPot(), 0.03 ether, "and the large one");
    }

    /// @dev Who backs cannot vote. The least stake must not be the cheaper way to abstain.
    function test_a_stake_of_the_minimum_against_the_cost_of_abstaining() public {
        bytes32 id = open();
        stake(id, verifier(4), STAKE_MIN);
        submit(id);
        for (uint256 i; i < 3; ++i) {
            vote(id, i, false);
        }
        skip(VOTING);
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
        escrow.refund(id, verifier(4));
        escrow.settleAbstention(id, verifier(4));
        vm.assertEq(registry.slashedPot(), 0.01 ether, "charged");
    }

    /// @dev Votes that nobody wanted to judge, one after the other, to grind a bond down.
    function test_many_votes_at_once_to_charge_one_abstainer_for_each() public {
        bytes32[8] memory ids;
        for (uint256 i; i < 8; ++i) {
            ids[i] = voting();
            for (uint256 j; j < 3; ++j) {
                vote(ids[i], j, true);
            }
        }
        skip(VOTING);
        for (uint256 i; i < 8; ++i) {
            escrow.tally(ids[i]);
        }
        skip(CHALLENGE);
        for (uint256 i; i < 8; ++i) {
            escrow.finalize(ids[i]);
            if (i > 0) expectNothingDue(verifier(4));
            escrow.settleAbstention(ids[i], verifier(4));
        }
        vm.assertEq(registry.slashedPot(), 0.01 ether, "one charge");
    }

    function test_unbonding_ahead_of_a_slash() public {
        bytes32 id = provisional(true);
        vm.expectRevert(
            abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryStakeLocked.selector, verifier(0), 2 ether, 0)
        );
        startUnbond(verifier(0), BOND);
        startUnbond(verifier(0), 8 ether);
        dispute(id, challenger);
        rule(id, false);
        // Nobody settles until long after the rest could have left.
        skip(365 days);
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        escrow.settleVote(id, verifier(0));
        vm.assertEq(registry.bondOf(verifier(0)), 0, "what was locked is gone");
        vm.assertEq(verifier(0).balance, 8 ether, "less the slash");
        vm.assertEq(registry.slashedPot() + registry.reservedRewards(), 2 ether, "all of the slash");
    }

    function test_unbonding_before_the_vote_to_vote_with_nothing_at_stake() public {
        bytes32 id = voting();
        startUnbond(verifier(0), BOND);
        expectNoWeight(id, verifier(0));
        vote(id, 0, true);
        startUnbond(verifier(1), 6 ether);
        vote(id, 1, true);
        vm.assertEq(escrow.weightOf(id, verifier(1)), 4 ether, "what is still bonded");
    }

    function test_a_reward_drawn_before_all_slashes_are_in() public {
        bytes32 id = disputed(true);
        rule(id, false);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowSlashesPending.selector, id));
        escrow.settleVote(id, verifier(3));
        vm.prank(verifier(3));
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        registry.withdrawRewards(verifier(3));
    }

    /// @dev One account on each side: the half that comes back is less than the slash.
    function test_voting_on_both_sides() public {
        bytes32 id = disputed(true);
        rule(id, false);
        for (uint256 i; i < 4; ++i) {
            escrow.settleVote(id, verifier(i));
        }
        uint256 lost = 4 * BOND;
        for (uint256 i; i < 4; ++i) {
            lost -= registry.bondOf(verifier(i)) + registry.rewardsOf(verifier(i));
        }
        vm.assertEq(lost, 3 ether, "half of the six");
    }

    function sybil(uint256 index) private pure returns (address) {
        return address(uint160(0x4000 + index));
    }
}
