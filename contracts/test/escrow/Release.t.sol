// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract ReleaseTest is Fixture {
    function test_a_release_credits_the_fee_and_every_split() public {
        bytes32 id = ended(true);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneReleased(id, 4 ether, 0.1 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(id, feeRecipient, 0.1 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(id, builder, 2.73 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(id, artist, 1.17 ether);
        vm.prank(stranger);
        escrow.release(id, splits);

        assertState(id, IMilestoneEscrow.State.Released);
        vm.assertEq(escrow.claimable(feeRecipient), 0.1 ether, "fee");
        vm.assertEq(escrow.claimable(builder), 2.73 ether, "builder");
        vm.assertEq(escrow.claimable(artist), 1.17 ether, "artist");
        vm.assertEq(escrow.milestone(id).staked, 4 ether, "what was staked stays on record");
    }

    function test_a_milestone_is_released_once() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        expectWrongState(id, IMilestoneEscrow.State.Released);
        escrow.release(id, splits);
    }

    function test_only_a_verified_milestone_is_released() public {
        bytes32 id = provisional(true);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        escrow.release(id, splits);
        id = ended(false);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.release(id, splits);
    }

    function test_other_splits_than_the_agreed_ones_are_refused() public {
        bytes32 id = ended(true);
        splits[0].recipient = stranger;
        expectSplitsMismatch(id);
        escrow.release(id, splits);
        delete splits;
        expectSplitsMismatch(id);
        escrow.release(id, splits);
    }

    function test_sixteen_recipients_are_paid() public {
        splitAmong(16);
        bytes32 id = ended(true);
        escrow.release(id, splits);
        vm.assertEq(escrow.claimable(recipient(15)), 3.9 ether - 15 * (3.9 ether * 588 / 10_000), "the last");
    }

    function test_one_recipient_may_take_all() public {
        splits.pop();
        splits[0].bps = 10_000;
        bytes32 id = ended(true);
        escrow.release(id, splits);
        vm.assertEq(escrow.claimable(builder), 3.9 ether, "builder");
    }

    function test_a_recipient_named_twice_is_credited_twice() public {
        splits[1].recipient = builder;
        bytes32 id = ended(true);
        escrow.release(id, splits);
        vm.assertEq(escrow.claimable(builder), 3.9 ether, "builder");
    }

    function test_the_last_recipient_takes_what_rounding_left() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.feeBps = 0;
        splits[0].bps = 3333;
        splits[1].bps = 6667;
        bytes32 id = verifiedWith(params, STAKE_MIN + 1);
        escrow.release(id, splits);
        vm.assertEq(escrow.claimable(builder), 0.003333 ether, "builder");
        vm.assertEq(escrow.claimable(artist), 0.006667 ether + 1, "artist");
    }

    function test_a_milestone_verified_with_nothing_staked_releases_nothing() public {
        bytes32 id = verifiedWith(defaultParams(), 0);
        vm.recordLogs();
        escrow.release(id, splits);
        vm.assertEq(vm.getRecordedLogs().length, 1, "nobody is credited");
        assertState(id, IMilestoneEscrow.State.Released);
    }

    function testFuzz_a_release_pays_out_exactly_the_stake(uint88 amount, uint16 feeBps, uint16 share, uint8 count)
        public
    {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.feeBps = uint16(bound(feeBps, 0, 900));
        count = uint8(bound(count, 2, 16));
        splitAmong(count);
        uint16 moved = uint16(bound(share, 0, splits[0].bps));
        splits[0].bps -= moved;
        splits[count - 1].bps += moved;
        bytes32 id = verifiedWith(params, bound(amount, STAKE_MIN, type(uint88).max));
        uint256 staked = escrow.milestone(id).staked;
        escrow.release(id, splits);

        uint256 fee = staked * params.feeBps / 10_000;
        uint256 rest = staked - fee;
        vm.assertEq(escrow.claimable(feeRecipient), fee, "fee");
        for (uint256 i; i + 1 < count; ++i) {
            uint256 due = (staked - fee) * splits[i].bps / 10_000;
            vm.assertEq(escrow.claimable(recipient(i)), due, "share");
            rest -= due;
        }
        vm.assertEq(escrow.claimable(recipient(count - 1)), rest, "the last takes the rest");
    }

    function test_credits_are_withdrawn_by_their_owner_once() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Withdrawn(builder, 2.73 ether);
        vm.assertEq(withdraw(builder), 2.73 ether, "paid");
        vm.assertEq(escrow.claimable(builder), 0, "claimable");
        expectNothingDue(builder);
        vm.prank(builder);
        escrow.withdraw();
        vm.assertEq(withdraw(artist) + withdraw(feeRecipient), 1.27 ether, "the others");
        vm.assertEq(address(escrow).balance, 0, "held");
    }

    function test_credits_of_several_milestones_add_up() public {
        bytes32 first = ended(true);
        bytes32 second = ended(true);
        escrow.release(first, splits);
        escrow.release(second, splits);
        vm.assertEq(withdraw(builder), 5.46 ether, "paid at once");
    }

    function test_withdrawing_leaves_the_nonce_and_the_open_votes_alone() public {
        splits[1].recipient = verifier(0);
        bytes32 id = ended(true);
        escrow.release(id, splits);
        withdraw(builder);
        withdraw(verifier(0));
        vm.assertEq(escrow.nonces(builder), 1, "nonce");
        vm.assertEq(escrow.openVotes(verifier(0)), 1, "open votes");
    }

    function test_whoever_is_due_nothing_withdraws_nothing() public {
        vm.startPrank(stranger);
        expectNothingDue(stranger);
        escrow.withdraw();
        expectNothingDue(stranger);
        escrow.withdrawTo(ann);
        vm.stopPrank();
    }

    function test_credits_are_paid_where_their_owner_says() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Withdrawn(builder, 2.73 ether);
        vm.prank(builder);
        escrow.withdrawTo(stranger);
        vm.assertEq(stranger.balance, 2.73 ether, "paid");
        vm.assertEq(escrow.claimable(builder), 0, "claimable");

        expectRevert(IMilestoneEscrow.MilestoneEscrowZeroAddress.selector);
        vm.prank(artist);
        escrow.withdrawTo(address(0));
        vm.assertEq(escrow.claimable(artist), 1.17 ether, "kept");
    }

    function verifiedWith(IMilestoneEscrow.Params memory params, uint256 amount) private returns (bytes32 id) {
        id = create(params);
        if (amount != 0) stake(id, ann, amount);
        submit(id);
        for (uint256 i; i < 5; ++i) {
            vote(id, i, true);
        }
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
    }

    function expectSplitsMismatch(bytes32 id) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowSplitsMismatch.selector, id));
    }
}
