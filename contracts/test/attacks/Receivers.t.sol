// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";
import {Bomber, Reenterer, Rejecter} from "./Thieves.sol";

/// @title Receivers that revert, answer with a bomb or call again, none of which holds up or takes what others have
contract ReceiverAttacksTest is Fixture {
    bytes4 private constant GUARDED = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;

    function test_a_split_recipient_that_reverts() public {
        Rejecter rejecter = new Rejecter();
        splits[0].recipient = address(rejecter);
        escrow.release(ended(true), splits);
        vm.assertEq(withdraw(artist), 1.17 ether, "the other is paid");
        vm.assertEq(withdraw(feeRecipient), 0.1 ether, "the fee is paid");
        vm.expectRevert(
            abi.encodeWithSelector(
                IMilestoneEscrow.MilestoneEscrowTransferFailed.selector, address(rejecter), 2.73 ether
            )
        );
        vm.prank(address(rejecter));
        escrow.withdraw();
        vm.assertEq(escrow.claimable(address(rejecter)), 2.73 ether, "its credit waits");

        vm.prank(address(rejecter));
        escrow.withdrawTo(stranger);
        vm.assertEq(stranger.balance, 2.73 ether, "and leaves where it can");
    }

    function test_receivers_that_answer_with_a_bomb() public {
        Bomber[2] memory bombers = [new Bomber(false), new Bomber(true)];
        for (uint256 i; i < 2; ++i) {
            splits[0].recipient = address(bombers[i]);
            escrow.release(ended(true), splits);
            vm.prank(address(bombers[i]));
            // Its own gas pays for it, and too little of that undoes nothing but its own call.
            (bool done,) = address(escrow).call{gas: 200_000}(abi.encodeCall(escrow.withdraw, ()));
            vm.assertFalse(done, "too little gas");
            vm.assertEq(escrow.claimable(address(bombers[i])), 2.73 ether, "its credit waits");
            withdraw(artist);
            vm.prank(address(bombers[i]));
            escrow.withdrawTo(stranger);
        }
        vm.assertEq(stranger.balance, 5.46 ether, "and leaves where it can");
    }

    function test_a_common_pool_that_takes_no_eth() public {
        Rejecter rejecter = new Rejecter();
        vm.prank(slashReceiver);
        registry.setSlashReceiver(address(rejecter));
        bytes32 id = disputed(true);
        rule(id, false);
        for (uint256 i; i < 4; ++i) {
            escrow.settleVote(id, verifier(i));
        }
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryTransferFailed.selector, address(rejecter), 3 ether
            )
        );
        registry.sweepSlashed();
        vm.prank(verifier(3));
        registry.withdrawRewards(verifier(3));
        vm.assertEq(verifier(3).balance, 3 ether, "the right are paid all the same");
        vm.prank(address(rejecter));
        registry.setSlashReceiver(stranger);
        registry.sweepSlashed();
        vm.assertEq(stranger.balance, 3 ether, "and so is the next pool");
    }

    function test_a_verifier_that_takes_no_eth() public {
        Rejecter rejecter = new Rejecter();
        bond(address(rejecter), BOND);
        startUnbond(address(rejecter), BOND);
        skip(UNBONDING);
        vm.startPrank(address(rejecter));
        vm.expectRevert(
            abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryTransferFailed.selector, address(rejecter), BOND)
        );
        registry.withdrawUnbonded();
        registry.withdrawUnbondedTo(stranger);
        vm.stopPrank();
        vm.assertEq(stranger.balance, BOND, "paid elsewhere");
    }

    function test_calls_again_while_a_credit_is_paid() public {
        Reenterer thief = new Reenterer();
        vm.prank(feeRecipient);
        escrow.setFeeRecipient(address(thief));
        bytes32 victim = staked();
        bytes32 released = ended(true);
        bytes32 failed = open();
        stake(failed, address(thief), 1 ether);
        stake(failed, ann, 5 ether);
        skip(30 days);
        escrow.tally(failed);
        escrow.release(released, splits);
        escrow.refund(failed, address(thief));

        bytes[9] memory again = [
            abi.encodeCall(escrow.withdraw, ()),
            abi.encodeCall(escrow.withdrawTo, (address(thief))),
            abi.encodeCall(escrow.settleVote, (released, verifier(0))),
            abi.encodeCall(escrow.settleVotes, (released, new address[](0))),
            abi.encodeCall(escrow.settleAbstention, (released, verifier(4))),
            abi.encodeCall(escrow.release, (released, splits)),
            abi.encodeCall(escrow.refund, (failed, address(thief))),
            abi.encodeCall(escrow.cancel, (victim)),
            abi.encodeCall(escrow.setFeeRecipient, (arbiter))
        ];
        bytes4[9] memory reasons = [
            GUARDED,
            GUARDED,
            GUARDED,
            GUARDED,
            GUARDED,
            IMilestoneEscrow.MilestoneEscrowWrongState.selector,
            IMilestoneEscrow.MilestoneEscrowNothingDue.selector,
            IMilestoneEscrow.MilestoneEscrowNotBuilder.selector,
            IMilestoneEscrow.MilestoneEscrowRolesCoincide.selector
        ];
        uint256 snapshot = vm.snapshotState();
        uint256 held = address(escrow).balance;
        for (uint256 i; i < 9; ++i) {
            vm.revertToState(snapshot);
            assertPaidOnce(thief, address(escrow), abi.encodeCall(escrow.withdraw, ()), again[i], reasons[i], 1.1 ether);
            vm.assertEq(address(escrow).balance, held - 1.1 ether, "the others' is untouched");
        }
        vm.assertEq(escrow.milestone(victim).staked, 4 ether, "victim");
    }

    /// @dev Passing its own role on while being paid is its right, and moves no credit that is booked already.
    function test_a_fee_recipient_that_resigns_while_it_is_paid() public {
        Reenterer thief = new Reenterer();
        vm.prank(feeRecipient);
        escrow.setFeeRecipient(address(thief));
        escrow.release(ended(true), splits);
        bytes memory resign = abi.encodeCall(escrow.setFeeRecipient, (stranger));
        assertPaidOnce(thief, address(escrow), abi.encodeCall(escrow.withdraw, ()), resign, 0, 0.1 ether);
        vm.assertEq(escrow.claimable(stranger), 0, "nothing for the next");
        escrow.release(ended(true), splits);
        vm.assertEq(escrow.claimable(stranger), 0.1 ether, "but from now on");
    }

    function test_calls_again_while_stake_rewards_or_the_pool_are_paid() public {
        Reenterer thief = new Reenterer();
        bond(address(thief), BOND);
        skip(WARM_UP + 1);
        bytes32 id = voting();
        vote(id, address(thief), false);
        for (uint256 i; i < 4; ++i) {
            vote(id, i, true);
        }
        skip(VOTING);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        for (uint256 i; i < 4; ++i) {
            escrow.settleVote(id, verifier(i));
        }
        escrow.settleVote(id, address(thief));
        startUnbond(address(thief), BOND);
        skip(UNBONDING);
        vm.prank(slashReceiver);
        registry.setSlashReceiver(address(thief));

        bytes[3] memory calls = [
            abi.encodeCall(registry.withdrawUnbonded, ()),
            abi.encodeCall(registry.withdrawRewards, (address(thief))),
            abi.encodeCall(registry.sweepSlashed, ())
        ];
        bytes[5] memory again = [
            calls[0],
            calls[1],
            calls[2],
            abi.encodeCall(registry.withdrawUnbondedTo, (address(thief))),
            abi.encodeCall(registry.setSlashReceiver, (arbiter))
        ];
        uint256[3] memory due = [BOND, 4 ether, 4 ether];
        uint256 snapshot = vm.snapshotState();
        for (uint256 i; i < 3; ++i) {
            for (uint256 j; j < 5; ++j) {
                vm.revertToState(snapshot);
                bytes4 reason = j == 4 ? IVerifierRegistry.VerifierRegistryRolesCoincide.selector : GUARDED;
                assertPaidOnce(thief, address(registry), calls[i], again[j], reason, due[i]);
            }
        }
    }

    function assertPaidOnce(
        Reenterer thief,
        address target,
        bytes memory call,
        bytes memory again,
        bytes4 reason,
        uint256 due
    ) private {
        thief.arm(again);
        uint256 before = address(thief).balance;
        thief.act(target, 0, call);
        vm.assertEq(thief.payments(), 1, "payments");
        vm.assertEq(bytes32(thief.reason()), bytes32(reason), "refused");
        vm.assertEq(address(thief).balance - before, due, "only what was due");
    }
}
