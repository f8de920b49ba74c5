// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title Ways to win by parameters of one's own choice, each tried here and each in vain
contract PolicyAttacksTest is Fixture {
    function test_a_quorum_of_a_basis_point_and_one_voter() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 1;
        params.minVoters = 1;
        expectOutside("quorumBps", 1, 3000, 10_000);
        create(params);
        params.quorumBps = 3000;
        expectOutside("minVoters", 1, 3, 255);
        create(params);
    }

    /// @dev The least that the floors leave to the builder: three accounts of one ether decide nothing against fifty.
    function test_sybils_under_the_lowest_quorum_that_can_be_chosen() public {
        for (uint256 i; i < 3; ++i) {
            bond(sybil(i), MIN_BOND);
        }
        skip(WARM_UP + 1);
        bytes32 id = create(lowest());
        stake(id, ann, 100 ether);
        submit(id);
        for (uint256 i; i < 3; ++i) {
            vote(id, sybil(i), true);
        }
        vm.expectRevert(
            abi.encodeWithSelector(
                IMilestoneEscrow.MilestoneEscrowWindowOpen.selector, id, timeNow() + lowest().votingPeriod
            )
        );
        escrow.tally(id);
        skip(lowest().votingPeriod);
        escrow.tally(id);
        skip(lowest().challengePeriod);
        escrow.finalize(id);
        escrow.refund(id, ann);
        vm.assertEq(withdraw(ann), 100 ether, "the backer has it back");
    }

    function testFuzz_no_verdict_comes_before_the_floors(uint256 votes, uint40 elapsed) public {
        bytes32 id = create(lowest());
        submit(id);
        uint40 from = timeNow();
        for (uint256 i; i < 5; ++i) {
            vote(id, i, (votes >> i) & 1 == 1);
        }
        skip(bound(elapsed, 0, lowest().votingPeriod));
        try escrow.tally(id) {}
        catch {
            return;
        }
        uint40 end = timeNow() + lowest().challengePeriod;
        vm.warp(end - 1);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowOpen.selector, id, end));
        escrow.finalize(id);
        vm.warp(end);
        escrow.finalize(id);
        vm.assertTrue(timeNow() >= from + 12 hours, "the time to object");
    }

    function test_windows_of_seconds() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.votingPeriod = 1;
        expectOutside("votingPeriod", 1, 1 days, UNBONDING);
        create(params);
        params = defaultParams();
        params.challengePeriod = 1;
        expectOutside("challengePeriod", 1, 12 hours, UNBONDING);
        create(params);
    }

    /// @dev One second of arbitration let the verdict stand before any arbiter could rule on a timely dispute.
    function test_an_arbitration_of_one_second() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.arbitrationPeriod = 1;
        expectOutside("arbitrationPeriod", 1, 6 hours, UNBONDING);
        create(params);

        bytes32 id = create(lowest());
        stake(id, ann, 4 ether);
        submit(id);
        for (uint256 i; i < 3; ++i) {
            vote(id, i, true);
        }
        escrow.tally(id);
        dispute(id, challenger);
        skip(6 hours - 1);
        rule(id, false);
        assertState(id, IMilestoneEscrow.State.Failed);
    }

    function test_a_deadline_in_the_year_36800() public {
        expectOutside("deadline", type(uint40).max, timeNow() + 1, timeNow() + 365 days);
        create(builder, type(uint40).max, defaultParams());

        bytes32 id = create(builder, timeNow() + 365 days, defaultParams());
        stake(id, ann, 1 ether);
        skip(365 days);
        escrow.tally(id);
        escrow.refund(id, ann);
        vm.assertEq(withdraw(ann), 1 ether, "back after a year at most");
    }

    function test_votes_that_risk_nothing() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.slashBps = 0;
        expectOutside("slashBps", 0, 500, 5000);
        create(params);
    }

    /// @dev A hash that nobody could meet locked the stake of a verified milestone for good. The splits are public now,
    /// from the event, and whoever knows the event can release.
    function test_splits_that_nobody_knows() public {
        vm.recordLogs();
        bytes32 id = open();
        (,, IMilestoneEscrow.Split[] memory told,) = abi.decode(
            vm.getRecordedLogs()[0].data, (uint40, bytes32, IMilestoneEscrow.Split[], IMilestoneEscrow.Params)
        );
        stake(id, ann, 4 ether);
        submit(id);
        for (uint256 i; i < 3; ++i) {
            vote(id, i, true);
        }
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
        vm.prank(stranger);
        escrow.release(id, told);
        assertState(id, IMilestoneEscrow.State.Released);
    }

    function test_a_stake_of_dust_against_a_cancel() public {
        bytes32 id = open();
        vm.deal(stranger, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowStakeTooSmall.selector, 1, STAKE_MIN));
        vm.prank(stranger);
        escrow.stake{value: 1}(id);
        stake(id, stranger, STAKE_MIN);
        vm.prank(builder);
        escrow.cancel(id);
        escrow.refund(id, stranger);
        assertState(id, IMilestoneEscrow.State.Refunded);
    }

    /// @dev The counter of votes is full: the next one still counts.
    function test_the_65536th_vote() public {
        bytes32 id = voting();
        bytes32 ballot = bytes32(uint256(keccak256(abi.encode(id, uint256(0)))) + 2);
        uint256 voters = uint256(type(uint16).max - 1) << (27 * 8);
        vm.store(address(escrow), ballot, bytes32(uint256(vm.load(address(escrow), ballot)) | voters));
        vm.assertEq(escrow.milestone(id).voters, 65_534, "the slot of the counter");

        vote(id, 0, true);
        vm.assertEq(escrow.milestone(id).voters, 65_535, "the last that is counted");
        vote(id, 1, true);
        vote(id, 2, true);
        vm.assertEq(escrow.milestone(id).voters, 65_535, "the counter stands");
        vm.assertEq(escrow.milestone(id).approvingWeight, 3 * BOND, "the weight counts");
        escrow.tally(id);
        vm.assertTrue(escrow.milestone(id).verdict, "verdict");
    }

    function lowest() private pure returns (IMilestoneEscrow.Params memory) {
        return IMilestoneEscrow.Params(1 days, 12 hours, 6 hours, 3000, 5001, 0, 500, 3);
    }

    function sybil(uint256 index) private pure returns (address) {
        return address(uint160(0x4000 + index));
    }
}
