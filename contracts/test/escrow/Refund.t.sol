// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract RefundTest is Fixture {
    function test_every_backer_gets_the_stake_back_and_the_last_closes_the_milestone() public {
        bytes32 id = ended(false);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.BackerRefunded(id, ann, 3 ether, 1 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(id, ann, 3 ether);
        vm.prank(stranger);
        escrow.refund(id, ann);
        assertState(id, IMilestoneEscrow.State.Failed);
        vm.assertEq(escrow.milestone(id).staked, 1 ether, "staked");

        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.BackerRefunded(id, bob, 1 ether, 0);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(id, bob, 1 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneRefunded(id);
        escrow.refund(id, bob);
        assertState(id, IMilestoneEscrow.State.Refunded);
        vm.assertEq(escrow.milestone(id).staked, 0, "staked");
        vm.assertEq(withdraw(ann), 3 ether, "ann");
        vm.assertEq(withdraw(bob), 1 ether, "bob");
        vm.assertEq(address(escrow).balance, 0, "held");
    }

    function test_a_backer_is_refunded_once() public {
        bytes32 id = ended(false);
        escrow.refund(id, ann);
        vm.assertEq(escrow.stakeOf(id, ann), 0, "stake");
        expectNothingDue(ann);
        escrow.refund(id, ann);
    }

    function test_whoever_did_not_stake_is_refunded_nothing() public {
        bytes32 id = ended(false);
        expectNothingDue(stranger);
        escrow.refund(id, stranger);
        expectNothingDue(verifier(0));
        escrow.refund(id, verifier(0));
    }

    function test_only_a_failed_milestone_refunds() public {
        bytes32 id = ended(true);
        expectWrongState(id, IMilestoneEscrow.State.Verified);
        escrow.refund(id, ann);
        id = staked();
        expectWrongState(id, IMilestoneEscrow.State.Open);
        escrow.refund(id, ann);
        id = provisional(false);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        escrow.refund(id, ann);
    }

    function test_a_failed_milestone_with_nothing_staked_stays_failed() public {
        bytes32 id = open();
        skip(30 days);
        escrow.tally(id);
        assertState(id, IMilestoneEscrow.State.Failed);
        expectNothingDue(ann);
        escrow.refund(id, ann);
    }

    function test_a_missed_deadline_refunds() public {
        bytes32 id = staked();
        skip(30 days);
        escrow.tally(id);
        escrow.refund(id, ann);
        escrow.refund(id, bob);
        assertState(id, IMilestoneEscrow.State.Refunded);
    }

    function testFuzz_refunds_give_each_what_each_staked(uint80[4] memory amounts, uint256 order) public {
        bytes32 id = open();
        uint256 total;
        for (uint256 i; i < 4; ++i) {
            amounts[i] = uint80(bound(amounts[i], STAKE_MIN, type(uint80).max));
            stake(id, backer(i), amounts[i]);
            total += amounts[i];
        }
        skip(30 days);
        escrow.tally(id);
        for (uint256 i; i < 4; ++i) {
            uint256 next = (i + order % 4) % 4;
            escrow.refund(id, backer(next));
            total -= amounts[next];
            vm.assertEq(escrow.milestone(id).staked, total, "left");
            vm.assertEq(escrow.claimable(backer(next)), amounts[next], "credited");
        }
        assertState(id, IMilestoneEscrow.State.Refunded);
    }

    function backer(uint256 index) private pure returns (address) {
        return address(uint160(0x3000 + index));
    }
}
