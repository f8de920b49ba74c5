// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";
import {RegistryReenterer} from "./Thieves.sol";

/// @title Ways to vote unduly or to escape the slash, each tried here and each in vain
contract VoteAttacksTest is Fixture {
    function test_reentrancy_through_unbonding() public {
        RegistryReenterer thief = new RegistryReenterer(registry);
        vm.deal(address(thief), BOND);
        thief.bond(BOND);
        skip(UNBONDING);
        thief.withdraw();
        vm.assertEq(address(thief).balance, BOND, "only what was bonded");
        vm.assertEq(
            bytes32(thief.reason()), bytes32(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector), "refused"
        );
        vm.assertEq(address(registry).balance, 5 * BOND, "the others' stake is untouched");
    }

    function test_flash_bonding_before_a_vote() public {
        bytes32 id = staked();
        bond(stranger, 1000 ether);
        submit(id);
        expectNoWeight(id, stranger);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);

        skip(1);
        bond(artist, 1000 ether);
        expectNoWeight(id, artist);
        vm.prank(artist);
        escrow.vote(id, true, ROOT);
        vm.assertEq(escrow.milestone(id).totalWeight, 5 * BOND, "nor does it dilute the others");
    }

    function testFuzz_bonding_from_the_submission_on_never_counts(uint96 amount, uint32 elapsed) public {
        bytes32 id = voting();
        skip(bound(elapsed, 0, VOTING - 1));
        bond(stranger, bound(amount, MIN_BOND, type(uint96).max));
        expectNoWeight(id, stranger);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
    }

    function test_a_replayed_vote() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowAlreadyVoted.selector, id, verifier(0)));
        vote(id, 0, true);
        skip(VOTING);
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
        escrow.settleVote(id, verifier(0));
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        vote(id, 0, true);
    }

    function test_a_vote_for_one_milestone_cast_on_another() public {
        bytes32 judged = voting();
        bytes32 other = staked();
        bytes32 otherRoot = keccak256("other evidence");
        vm.prank(builder);
        escrow.submitEvidence(other, otherRoot);
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowEvidenceMismatch.selector, other, otherRoot, ROOT)
        );
        vote(other, 0, true);
        vote(judged, 0, true);
        vm.assertEq(escrow.milestone(other).voters, 0, "nothing counted");
        vm.assertEq(escrow.voteOf(other, verifier(0)), 0, "no vote");
    }

    function test_unbonding_ahead_of_a_slash() public {
        bytes32 id = provisional(true);
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        dispute(id, challenger);
        rule(id, false);
        // Nobody settles until long after the stake could have left.
        skip(365 days);
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryVotesOpen.selector, verifier(0), 1));
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        escrow.settleVote(id, verifier(0));
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        vm.assertEq(verifier(0).balance, 8 ether, "less the slash");
        vm.assertEq(registry.slashedPot(), 2 ether, "pot");
    }

    function test_unbonding_before_the_vote_to_vote_with_nothing_at_stake() public {
        bytes32 id = voting();
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        skip(VOTING - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryUnbonding.selector, verifier(0), timeNow() + UNBONDING - VOTING + 1
            )
        );
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        vote(id, 0, true);
        vm.assertEq(escrow.openVotes(verifier(0)), 1, "the stake answers for the vote");
    }

    function test_stake_that_left_has_no_vote() public {
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        skip(UNBONDING);
        bytes32 id = voting();
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        expectNoWeight(id, verifier(0));
        vote(id, 0, true);
    }

    function test_a_last_second_whale_vote() public {
        bond(stranger, 1000 ether);
        skip(1);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 300;
        bytes32 id = create(params);
        stake(id, ann, 4 ether);
        submit(id);
        vote(id, 0, false);
        vote(id, 1, false);
        skip(VOTING - 1);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
        vm.assertEq(escrow.milestone(id).approvingWeight, 350 ether, "a third and no more");

        skip(1);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        assertState(id, IMilestoneEscrow.State.Failed);
        escrow.settleVote(id, stranger);
        vm.assertEq(registry.slashedPot(), 200 ether, "its whole bond answers");
    }

    function test_a_whale_alone_verifies_nothing() public {
        bond(stranger, 1000 ether);
        skip(1);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 1;
        params.minVoters = 2;
        bytes32 id = create(params);
        submit(id);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
        skip(VOTING);
        escrow.tally(id);
        vm.assertFalse(escrow.milestone(id).verdict, "verdict");
    }

    function test_a_silent_arbiter() public {
        bytes32 approved = disputed(true);
        skip(ARBITRATION);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(approved, challenger, 0.2 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneFinalized(approved, true, ROOT);
        escrow.finalize(approved);
        vm.assertEq(withdraw(challenger), 0.2 ether, "the bond comes back");
        assertState(approved, IMilestoneEscrow.State.Verified);
        vm.assertFalse(escrow.milestone(approved).overturned, "overturned");
        escrow.settleVote(approved, verifier(3));
        vm.assertEq(registry.slashedPot(), 0, "nobody is slashed");

        bytes32 rejected = disputed(false);
        skip(ARBITRATION);
        escrow.finalize(rejected);
        assertState(rejected, IMilestoneEscrow.State.Failed);
        vm.assertEq(withdraw(challenger), 0.2 ether, "the bond comes back");
    }

    function expectNoWeight(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoWeight.selector, id, account));
    }
}
