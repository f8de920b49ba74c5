// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title Ways to vote unduly or to escape the slash, each tried here and each in vain
contract VoteAttacksTest is Fixture {
    function test_flash_bonding_before_a_vote() public {
        bytes32 id = staked();
        bond(stranger, 1000 ether);
        submit(id);
        expectNoWeight(id, stranger);
        vote(id, stranger, true);

        skip(1);
        bond(artist, 1000 ether);
        expectNoWeight(id, artist);
        vote(id, artist, true);
        vm.assertEq(escrow.milestone(id).totalWeight, 5 * BOND, "nor does it dilute the others");
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

    function test_stake_that_left_has_no_vote() public {
        startUnbond(verifier(0), BOND);
        skip(UNBONDING);
        bytes32 id = voting();
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        expectNoWeight(id, verifier(0));
        vote(id, 0, true);
    }

    function test_a_last_second_whale_vote() public {
        bondWarm(stranger, 1000 ether);
        bytes32 id = open();
        stake(id, ann, 4 ether);
        submit(id);
        vote(id, 0, false);
        vote(id, 1, false);
        skip(VOTING - 1);
        vote(id, stranger, true);
        vm.assertEq(escrow.milestone(id).approvingWeight, 350 ether, "a third and no more");

        skip(1);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        assertState(id, IMilestoneEscrow.State.Failed);
        escrow.settleVote(id, stranger);
        vm.assertEq(registry.slashedPot() + registry.reservedRewards(), 70 ether, "a fifth of what it decided with");
    }

    function test_a_whale_alone_verifies_nothing() public {
        bondWarm(stranger, 1000 ether);
        bytes32 id = open();
        submit(id);
        vote(id, stranger, true);
        skip(VOTING);
        escrow.tally(id);
        vm.assertFalse(escrow.milestone(id).verdict, "verdict");
    }
}
