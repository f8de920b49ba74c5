// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title Ways of an arbiter to gain by its ruling, each tried here and each in vain
contract CourtAttacksTest is Fixture {
    function test_an_escrow_whose_roles_coincide() public {
        expectRolesCoincide(arbiter);
        this.deployEscrow(arbiter, arbiter, defaultPolicy());
        expectRolesCoincide(slashReceiver);
        this.deployEscrow(slashReceiver, feeRecipient, defaultPolicy());
        expectRolesCoincide(slashReceiver);
        this.deployEscrow(arbiter, slashReceiver, defaultPolicy());
        expectRolesCoincide(slashReceiver);
        this.deployEscrow(slashReceiver, slashReceiver, defaultPolicy());
    }

    function test_roles_that_are_passed_on_to_coincide() public {
        vm.startPrank(feeRecipient);
        expectRolesCoincide(arbiter);
        escrow.setFeeRecipient(arbiter);
        expectRolesCoincide(slashReceiver);
        escrow.setFeeRecipient(slashReceiver);
        escrow.setFeeRecipient(stranger);
        vm.stopPrank();

        vm.startPrank(slashReceiver);
        expectReceiversCoincide(arbiter);
        registry.setSlashReceiver(arbiter);
        expectReceiversCoincide(stranger);
        registry.setSlashReceiver(stranger);
        registry.setSlashReceiver(feeRecipient);
        vm.stopPrank();
        expectRolesCoincide(feeRecipient);
        vm.prank(stranger);
        escrow.setFeeRecipient(feeRecipient);
    }

    /// @dev The escrow compares the roles when it is deployed; until the registry knows it they stay as they were.
    function test_a_role_passed_on_between_the_two_deployments() public {
        VerifierRegistry fresh = new VerifierRegistry(UNBONDING, WARM_UP, MIN_BOND, slashReceiver);
        MilestoneEscrow court = new MilestoneEscrow(fresh, arbiter, feeRecipient, owner, defaultPolicy());
        vm.startPrank(slashReceiver);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        fresh.setSlashReceiver(arbiter);
        vm.stopPrank();
        fresh.setEscrow(address(court));
        vm.startPrank(slashReceiver);
        expectReceiversCoincide(arbiter);
        fresh.setSlashReceiver(arbiter);
        fresh.setSlashReceiver(ann);
        vm.stopPrank();
    }

    function test_an_arbiter_that_backs() public {
        bytes32 id = open();
        stake(id, arbiter, STAKE_MIN);
        refusesToRule(decided(id));
    }

    function test_an_arbiter_that_builds() public {
        bytes32 id = create(arbiter, timeNow() + 30 days, defaultParams());
        vm.prank(arbiter);
        escrow.submitEvidence(id, ROOT);
        refusesToRule(decided(id));
    }

    function test_an_arbiter_that_votes() public {
        bondWarm(arbiter, BOND);
        bytes32 id = open();
        submit(id);
        vote(id, arbiter, false);
        refusesToRule(decided(id));
    }

    function test_an_arbiter_that_challenges() public {
        bytes32 id = provisional(true);
        dispute(id, arbiter);
        expectConflict(id, arbiter);
        rule(id, false);
        skip(ARBITRATION);
        escrow.finalize(id);
        vm.assertEq(withdraw(arbiter), 0.2 ether, "its bond and no more");
    }

    function test_an_arbiter_among_the_splits() public {
        splits[1].recipient = arbiter;
        expectRevert(IMilestoneEscrow.MilestoneEscrowInvalidSplits.selector);
        open();
    }

    /// @dev Whatever it rules, nothing of the stake, the bond, the fee or the slash is the arbiter's.
    function testFuzz_a_ruling_pays_its_arbiter_nothing(bool provisionally, bool verdict) public {
        bytes32 id = disputed(provisionally);
        rule(id, verdict);
        bool wrongFirst = verdict != provisionally;
        for (uint256 i; i < 4; ++i) {
            escrow.settleVote(id, verifier(i));
        }
        if (wrongFirst) registry.sweepSlashed();
        if (verdict) {
            escrow.release(id, splits);
        } else {
            escrow.refund(id, ann);
            escrow.refund(id, bob);
        }
        vm.assertEq(escrow.claimable(arbiter) + registry.rewardsOf(arbiter) + arbiter.balance, 0, "nothing");
        vm.assertEq(slashReceiver.balance, wrongFirst ? 3 ether : 0, "the common pool");
        vm.assertEq(registry.rewardsOf(verifier(3)), wrongFirst ? 3 ether : 0, "who was right");
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

    /// @dev Four verifiers approve and somebody disputes it.
    function decided(bytes32 id) private returns (bytes32) {
        if (escrow.milestone(id).submittedAt == 0) submit(id);
        for (uint256 i; i < 4; ++i) {
            vote(id, i, true);
        }
        skip(VOTING);
        escrow.tally(id);
        dispute(id, challenger);
        return id;
    }

    function refusesToRule(bytes32 id) private {
        expectConflict(id, arbiter);
        rule(id, true);
        expectConflict(id, arbiter);
        rule(id, false);
        skip(ARBITRATION);
        escrow.finalize(id);
        assertState(id, IMilestoneEscrow.State.Verified);
    }

    function expectRolesCoincide(address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowRolesCoincide.selector, account));
    }

    function expectReceiversCoincide(address account) private {
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryRolesCoincide.selector, account));
    }
}
