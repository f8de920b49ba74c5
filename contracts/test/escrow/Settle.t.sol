// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract SettleTest is Fixture {
    function test_a_vote_on_the_wrong_side_of_an_overturned_verdict_is_slashed() public {
        bytes32 id = disputed(true);
        rule(id, false);
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Slashed(verifier(0), 2 ether, 8 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.VoteSettled(id, verifier(0), 2 ether);
        vm.prank(stranger);
        escrow.settleVote(id, verifier(0));

        vm.assertEq(registry.bondOf(verifier(0)), 8 ether, "bond");
        vm.assertEq(registry.slashedPot(), 2 ether, "pot");
        vm.assertEq(escrow.openVotes(verifier(0)), 0, "open votes");
        vm.assertEq(escrow.voteOf(id, verifier(0)), 4, "settled approval");
    }

    function test_a_vote_on_the_right_side_of_an_overturned_verdict_is_not_slashed() public {
        bytes32 id = disputed(true);
        rule(id, false);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.VoteSettled(id, verifier(3), 0);
        escrow.settleVote(id, verifier(3));
        vm.assertEq(registry.bondOf(verifier(3)), BOND, "bond");
        vm.assertEq(escrow.voteOf(id, verifier(3)), 3, "settled rejection");
    }

    function test_rejecting_what_the_arbiter_verifies_is_slashed_too() public {
        bytes32 id = disputed(false);
        rule(id, true);
        escrow.settleVote(id, verifier(0));
        escrow.settleVote(id, verifier(3));
        vm.assertEq(registry.bondOf(verifier(0)), 8 ether, "rejected");
        vm.assertEq(registry.bondOf(verifier(3)), BOND, "approved");
    }

    function test_nobody_is_slashed_for_a_verdict_that_stood() public {
        bytes32 upheld = disputed(true);
        rule(upheld, true);
        bytes32 undisputed = ended(false);
        for (uint256 i; i < 4; ++i) {
            escrow.settleVote(upheld, verifier(i));
            escrow.settleVote(undisputed, verifier(i));
            vm.assertEq(registry.bondOf(verifier(i)), BOND, "bond");
            vm.assertEq(escrow.openVotes(verifier(i)), 0, "open votes");
        }
        vm.assertEq(registry.slashedPot(), 0, "pot");
    }

    function test_a_vote_is_slashed_once() public {
        bytes32 id = disputed(true);
        rule(id, false);
        escrow.settleVote(id, verifier(0));
        expectNoOpenVote(id, verifier(0));
        escrow.settleVote(id, verifier(0));
        escrow.settleVote(id, verifier(3));
        expectNoOpenVote(id, verifier(3));
        escrow.settleVote(id, verifier(3));
        vm.assertEq(registry.bondOf(verifier(0)), 8 ether, "bond");
    }

    function test_whoever_did_not_vote_has_nothing_to_settle() public {
        bytes32 id = disputed(true);
        rule(id, false);
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

    function test_the_slash_takes_its_share_of_the_whole_bond_at_the_snapshot() public {
        bond(verifier(0), 90 ether);
        skip(1);
        bytes32 id = disputed(true);
        // Its vote counted for a third of 140 ether, but all of its 100 ether answer for it.
        rule(id, false);
        bond(verifier(0), 50 ether);
        escrow.settleVote(id, verifier(0));
        vm.assertEq(registry.bondOf(verifier(0)), 130 ether, "bond");
    }

    function testFuzz_the_slash_is_the_frozen_share(uint16 slashBps, uint80 extra) public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.slashBps = uint16(bound(slashBps, 0, 10_000));
        params.quorumBps = 1;
        uint256 bonded = BOND + bound(extra, 1, type(uint80).max);
        bond(verifier(0), bonded - BOND);
        skip(1);
        bytes32 id = create(params);
        submit(id);
        for (uint256 i; i < 5; ++i) {
            vote(id, i, true);
        }
        skip(VOTING);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        escrow.settleVote(id, verifier(0));
        uint256 slashed = bonded * params.slashBps / 10_000;
        vm.assertEq(registry.bondOf(verifier(0)), bonded - slashed, "bond");
        vm.assertEq(registry.slashedPot(), slashed, "pot");
    }

    function test_stake_that_answers_for_a_vote_cannot_leave_before_it_is_settled() public {
        bytes32 id = disputed(true);
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        skip(UNBONDING);
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryVotesOpen.selector, verifier(0), 1));
        vm.prank(verifier(0));
        registry.withdrawUnbonded();

        escrow.finalize(id);
        escrow.settleVote(id, verifier(0));
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        vm.assertEq(verifier(0).balance, BOND, "paid");
    }

    function expectNoOpenVote(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoOpenVote.selector, id, account));
    }
}
