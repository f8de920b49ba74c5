// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";
import {Forcer} from "./Thieves.sol";

/// @title Ways to take what belongs to others, each tried here and each in vain
contract MoneyAttacksTest is Fixture {
    /// @dev This sequence drained a published contract of this kind: it paid backers and splits from one stake.
    function test_refund_after_timeout_then_late_votes_then_release() public {
        bytes32 other = staked();
        bytes32 id = staked();
        skip(30 days);
        escrow.tally(id);
        escrow.refund(id, ann);

        expectWrongState(id, IMilestoneEscrow.State.Failed);
        vm.prank(builder);
        escrow.submitEvidence(id, ROOT);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        vote(id, 0, true);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.tally(id);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.finalize(id);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.release(id, splits);

        escrow.refund(id, bob);
        expectWrongState(id, IMilestoneEscrow.State.Refunded);
        escrow.release(id, splits);
        withdraw(ann);
        withdraw(bob);
        vm.assertEq(address(escrow).balance, escrow.milestone(other).staked, "the other stake is untouched");
    }

    function test_refund_after_release() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        expectWrongState(id, IMilestoneEscrow.State.Released);
        escrow.refund(id, ann);
    }

    function test_late_stake() public {
        bytes32 id = voting();
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        escrow.stake{value: 1 ether}(id);
        id = ended(false);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.stake{value: 1 ether}(id);
        id = staked();
        skip(30 days);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowDeadlinePassed.selector, id, timeNow()));
        escrow.stake{value: 1 ether}(id);
    }

    function test_forced_eth() public {
        bytes32 id = ended(true);
        new Forcer{value: 7 ether}(payable(address(escrow)));
        new Forcer{value: 7 ether}(payable(address(registry)));
        vm.assertEq(address(escrow).balance, 11 ether, "forced in");
        vm.assertEq(escrow.milestone(id).staked, 4 ether, "staked");
        escrow.release(id, splits);
        uint256 paid = withdraw(builder) + withdraw(artist) + withdraw(feeRecipient);
        vm.assertEq(paid, 4 ether, "paid");
        vm.assertEq(address(escrow).balance, 7 ether, "counts for nobody");
        vm.assertEq(registry.totalBonded(), 5 * BOND, "bonded");
    }

    /// @dev In the second in which a window ends, what it allowed is over and what follows is possible: never both,
    /// never neither.
    function test_equality_at_every_boundary() public {
        bytes32 id = staked();
        vm.warp(escrow.milestone(id).deadline);
        assertFails(builder, abi.encodeCall(escrow.submitEvidence, (id, ROOT)));
        assertFails(ann, abi.encodeCall(escrow.stake, (id)));
        escrow.tally(id);

        id = voting();
        vote(id, 0, true);
        vm.warp(escrow.milestone(id).votingEndsAt);
        assertFails(verifier(1), abi.encodeCall(escrow.vote, (id, true, ROOT)));
        escrow.tally(id);
        vm.warp(escrow.milestone(id).challengeEndsAt);
        assertFails(challenger, abi.encodeCall(escrow.dispute, (id)));
        escrow.finalize(id);

        id = disputed(true);
        vm.warp(escrow.milestone(id).arbitrationEndsAt);
        assertFails(arbiter, abi.encodeCall(escrow.rule, (id, false)));
        escrow.finalize(id);

        startUnbond(verifier(4), BOND);
        skip(UNBONDING);
        vm.prank(verifier(4));
        registry.withdrawUnbonded();
    }

    function assertFails(address caller, bytes memory call) private {
        vm.deal(caller, 1 ether);
        bool paid = bytes4(call) == escrow.stake.selector || bytes4(call) == escrow.dispute.selector;
        vm.prank(caller);
        (bool done,) = address(escrow).call{value: paid ? 1 ether : 0}(call);
        vm.assertFalse(done, "over in its last second");
    }
}
