// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract PolicyTest is Fixture {
    struct Range {
        bytes32 name;
        uint256 min;
        uint256 max;
    }

    uint256 private constant FIELDS = 8;

    function test_every_parameter_is_taken_at_its_edges_and_refused_beyond_by_name() public {
        for (uint256 field; field < FIELDS; ++field) {
            Range memory range = rangeOf(field);
            takes(paramsWith(field, range.min));
            if (range.min > 0) refuses(paramsWith(field, range.min - 1), range, range.min - 1);
            // A window as long as unbonding leaves no room for the others; their sum has a test of its own.
            if (field > 2) takes(paramsWith(field, range.max));
            if (field < 7) refuses(paramsWith(field, range.max + 1), range, range.max + 1);
            uint256 most = field < 3 ? type(uint32).max : field < 7 ? type(uint16).max : type(uint8).max;
            if (most > range.max) refuses(paramsWith(field, most), range, most);
            if (range.min > 0) refuses(paramsWith(field, 0), range, 0);
        }
    }

    function testFuzz_a_parameter_lies_within_its_range_or_is_refused_by_name(uint256 field, uint32 value) public {
        field = bound(field, 3, FIELDS - 1);
        value = uint32(bound(value, 0, field == 7 ? type(uint8).max : 12_000));
        Range memory range = rangeOf(field);
        if (value < range.min || value > range.max) refuses(paramsWith(field, value), range, value);
        else takes(paramsWith(field, value));
    }

    function test_windows_may_last_as_long_as_unbonding_and_no_longer() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        Range memory windows = Range("windows", 0, UNBONDING);
        takes(params);
        params.votingPeriod += 1;
        refuses(params, windows, UNBONDING + 1);
        params.votingPeriod -= 1;
        params.challengePeriod += 1;
        refuses(params, windows, UNBONDING + 1);
        params.challengePeriod -= 1;
        params.arbitrationPeriod += 1;
        refuses(params, windows, UNBONDING + 1);
    }

    function testFuzz_windows_are_within_their_floors_and_never_outlast_unbonding(
        uint32 votes,
        uint32 challenges,
        uint32 arbitrations
    ) public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.votingPeriod = uint32(bound(votes, 0, UNBONDING));
        params.challengePeriod = uint32(bound(challenges, 0, 3 days));
        params.arbitrationPeriod = uint32(bound(arbitrations, 0, 2 days));
        uint256 sum = uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod;
        if (params.votingPeriod < 1 days) refuses(params, rangeOf(0), params.votingPeriod);
        else if (params.challengePeriod < 12 hours) refuses(params, rangeOf(1), params.challengePeriod);
        else if (params.arbitrationPeriod < 6 hours) refuses(params, rangeOf(2), params.arbitrationPeriod);
        else if (sum > UNBONDING) refuses(params, Range("windows", 0, UNBONDING), sum);
        else takes(params);
    }

    function test_a_deadline_lies_in_the_future_and_no_further_than_its_ceiling() public {
        uint40 least = timeNow() + 1;
        uint40 most = timeNow() + 365 days;
        refusesDeadline(0, least, most);
        refusesDeadline(least - 1, least, most);
        create(builder, least, defaultParams());
        create(builder, most, defaultParams());
        refusesDeadline(most + 1, least, most);
        refusesDeadline(type(uint40).max, least, most);
    }

    function testFuzz_a_deadline_is_within_its_range_or_refused(uint40 deadline) public {
        deadline = uint40(bound(deadline, timeNow() - 1 days, timeNow() + 2 * 365 days));
        if (deadline <= timeNow() || deadline > timeNow() + 365 days) {
            refusesDeadline(deadline, timeNow() + 1, timeNow() + 365 days);
        } else {
            vm.assertEq(escrow.milestone(create(builder, deadline, defaultParams())).deadline, deadline, "deadline");
        }
    }

    function test_the_policy_is_told_as_it_was_deployed() public view {
        vm.assertEq(abi.encode(escrow.policy()), abi.encode(defaultPolicy()), "policy");
        vm.assertEq(address(escrow.registry()), address(registry), "registry");
        vm.assertEq(escrow.arbiter(), arbiter, "arbiter");
        vm.assertEq(escrow.feeRecipient(), feeRecipient, "fee recipient");
        vm.assertEq(escrow.owner(), owner, "owner");
    }

    function test_every_floor_of_a_policy_is_above_zero() public {
        IMilestoneEscrow.Policy memory policy = defaultPolicy();
        policy.votingPeriodMin = 0;
        undeployable(policy, "votingPeriodMin");
        policy = defaultPolicy();
        policy.challengePeriodMin = 0;
        undeployable(policy, "challengePeriodMin");
        policy = defaultPolicy();
        policy.arbitrationPeriodMin = 0;
        undeployable(policy, "arbitrationPeriodMin");
        policy = defaultPolicy();
        policy.deadlineMax = 0;
        undeployable(policy, "deadlineMax");
        policy = defaultPolicy();
        policy.pausePeriod = 0;
        undeployable(policy, "pausePeriod");
        policy = defaultPolicy();
        policy.quorumBpsMin = 0;
        undeployable(policy, "quorumBpsMin");
        policy = defaultPolicy();
        policy.slashBpsMin = 0;
        undeployable(policy, "slashBpsMin");
        policy = defaultPolicy();
        policy.minVotersMin = 0;
        undeployable(policy, "minVotersMin");
        policy = defaultPolicy();
        policy.stakeMin = 0;
        undeployable(policy, "stakeMin");
    }

    function test_every_ceiling_of_a_policy_is_one() public {
        IMilestoneEscrow.Policy memory policy = defaultPolicy();
        policy.quorumBpsMin = 10_000;
        policy.feeBpsMax = 1000;
        policy.slashBpsMin = 10_000;
        policy.slashBpsMax = 10_000;
        policy.abstentionBps = 100;
        deploy(policy);
        policy.quorumBpsMin = 10_001;
        undeployable(policy, "quorumBpsMin");
        policy.quorumBpsMin = 10_000;
        policy.feeBpsMax = 1001;
        undeployable(policy, "feeBpsMax");
        policy.feeBpsMax = 1000;
        policy.slashBpsMax = 10_001;
        undeployable(policy, "slashBpsMax");
        policy.slashBpsMax = 9999;
        undeployable(policy, "slashBpsMin");
        policy.slashBpsMax = 10_000;
        policy.abstentionBps = 101;
        undeployable(policy, "abstentionBps");
    }

    function test_the_least_windows_fit_into_unbonding() public {
        IMilestoneEscrow.Policy memory policy = defaultPolicy();
        policy.votingPeriodMin = uint32(UNBONDING) - 18 hours;
        deploy(policy);
        policy.votingPeriodMin += 1;
        undeployable(policy, "windows");
    }

    function test_no_role_is_nobody() public {
        expectRevert(IMilestoneEscrow.MilestoneEscrowZeroAddress.selector);
        this.deployEscrow(address(0), feeRecipient, defaultPolicy());
        expectRevert(IMilestoneEscrow.MilestoneEscrowZeroAddress.selector);
        this.deployEscrow(arbiter, address(0), defaultPolicy());
    }

    function test_the_fee_recipient_passes_its_role_on() public {
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.FeeRecipientChanged(stranger);
        vm.prank(feeRecipient);
        escrow.setFeeRecipient(stranger);
        vm.assertEq(escrow.feeRecipient(), stranger, "fee recipient");

        escrow.release(ended(true), splits);
        vm.assertEq(escrow.claimable(stranger), 0.1 ether, "the next");
        vm.assertEq(escrow.claimable(feeRecipient), 0, "the former");
    }

    function test_nobody_else_passes_the_role_of_the_fee_recipient_on() public {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNotFeeRecipient.selector, owner));
        vm.prank(owner);
        escrow.setFeeRecipient(owner);
        expectRevert(IMilestoneEscrow.MilestoneEscrowZeroAddress.selector);
        vm.prank(feeRecipient);
        escrow.setFeeRecipient(address(0));
    }

    function rangeOf(uint256 field) private pure returns (Range memory) {
        if (field == 0) return Range("votingPeriod", 1 days, UNBONDING);
        if (field == 1) return Range("challengePeriod", 12 hours, UNBONDING);
        if (field == 2) return Range("arbitrationPeriod", 6 hours, UNBONDING);
        if (field == 3) return Range("quorumBps", 3000, 10_000);
        if (field == 4) return Range("approvalBps", 5001, 10_000);
        if (field == 5) return Range("feeBps", 0, 900);
        if (field == 6) return Range("slashBps", 500, 5000);
        return Range("minVoters", 3, type(uint8).max);
    }

    function paramsWith(uint256 field, uint256 value) private pure returns (IMilestoneEscrow.Params memory params) {
        params = defaultParams();
        if (field == 0) params.votingPeriod = uint32(value);
        if (field == 1) params.challengePeriod = uint32(value);
        if (field == 2) params.arbitrationPeriod = uint32(value);
        if (field == 3) params.quorumBps = uint16(value);
        if (field == 4) params.approvalBps = uint16(value);
        if (field == 5) params.feeBps = uint16(value);
        if (field == 6) params.slashBps = uint16(value);
        if (field == 7) params.minVoters = uint8(value);
    }

    function takes(IMilestoneEscrow.Params memory params) private {
        bytes32 id = create(params);
        vm.assertEq(abi.encode(escrow.milestone(id).params), abi.encode(params), "params");
    }

    function refuses(IMilestoneEscrow.Params memory params, Range memory range, uint256 value) private {
        expectOutside(range.name, value, range.min, range.max);
        create(params);
    }

    function refusesDeadline(uint40 deadline, uint256 least, uint256 most) private {
        expectOutside("deadline", deadline, least, most);
        create(builder, deadline, defaultParams());
    }

    function undeployable(IMilestoneEscrow.Policy memory policy, bytes32 name) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowInvalidPolicy.selector, name));
        deploy(policy);
    }

    function deploy(IMilestoneEscrow.Policy memory policy) private {
        this.deployEscrow(arbiter, feeRecipient, policy);
    }
}
