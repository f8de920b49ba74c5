// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract CreateTest is Fixture {
    function test_a_created_milestone_is_open_and_keeps_what_it_was_given() public {
        IMilestoneEscrow.Params memory params = IMilestoneEscrow.Params(11, 12, 13, 14, 5015, 16, 17, 18);
        bytes32 id = keccak256(abi.encode(block.chainid, address(escrow), builder, PROJECT, uint256(0)));
        uint40 deadline = timeNow() + 30 days;
        bytes32 splitsHash = keccak256(abi.encode(splits));

        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneCreated(id, builder, PROJECT, deadline, METADATA, splitsHash, params);
        bytes32 created = create(params);

        IMilestoneEscrow.Milestone memory expected;
        expected.id = id;
        expected.state = IMilestoneEscrow.State.Open;
        expected.builder = builder;
        expected.deadline = deadline;
        expected.metadataHash = METADATA;
        expected.splitsHash = splitsHash;
        expected.params = params;
        vm.assertEq(created, id, "id");
        vm.assertEq(abi.encode(escrow.milestone(id)), abi.encode(expected), "milestone");
    }

    function test_an_unknown_milestone_has_no_state() public view {
        assertState(keccak256("unknown"), IMilestoneEscrow.State.None);
    }

    function test_ids_differ_by_nonce_builder_chain_and_escrow() public {
        bytes32 first = open();
        bytes32 second = open();
        vm.prank(stranger);
        bytes32 others = escrow.create(PROJECT, timeNow() + 1, METADATA, 0, defaultParams());
        vm.chainId(block.chainid + 1);
        vm.prank(owner);
        bytes32 elsewhere = escrow.create(PROJECT, timeNow() + 1, METADATA, 0, defaultParams());

        vm.assertTrue(first != second && first != others && second != others, "distinct");
        vm.assertEq(escrow.nonces(builder), 2, "nonce");
        bytes32 expected = keccak256(abi.encode(vm.getChainId(), address(escrow), owner, PROJECT, uint256(0)));
        vm.assertEq(elsewhere, expected, "bound to its chain");
    }

    function test_nobody_can_squat_the_id_of_another_builder() public {
        bytes32 awaited = keccak256(abi.encode(block.chainid, address(escrow), builder, PROJECT, uint256(0)));
        vm.prank(stranger);
        escrow.create(PROJECT, timeNow() + 1, METADATA, 0, defaultParams());

        assertState(awaited, IMilestoneEscrow.State.None);
        vm.assertEq(open(), awaited, "still the builder's");
    }

    function test_a_deadline_of_now_is_refused_and_one_second_later_is_taken() public {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowInvalidDeadline.selector, timeNow()));
        escrow.create(PROJECT, timeNow(), METADATA, 0, defaultParams());
        escrow.create(PROJECT, timeNow() + 1, METADATA, 0, defaultParams());
    }

    function testFuzz_only_a_future_deadline_is_taken(uint40 deadline) public {
        bool refused = deadline <= timeNow();
        if (refused) {
            vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowInvalidDeadline.selector, deadline));
        }
        bytes32 id = escrow.create(PROJECT, deadline, METADATA, 0, defaultParams());
        if (!refused) vm.assertEq(escrow.milestone(id).deadline, deadline, "deadline");
    }

    function test_parameters_are_taken_up_to_their_bounds_and_refused_beyond() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.votingPeriod = 0;
        refuses(params);
        params.votingPeriod = 1;
        takes(params);

        params = defaultParams();
        params.challengePeriod = 0;
        refuses(params);
        params.challengePeriod = 1;
        takes(params);

        params = defaultParams();
        params.arbitrationPeriod = 0;
        refuses(params);
        params.arbitrationPeriod = 1;
        takes(params);

        params = defaultParams();
        params.quorumBps = 0;
        refuses(params);
        params.quorumBps = 1;
        takes(params);
        params.quorumBps = 10_000;
        takes(params);
        params.quorumBps = 10_001;
        refuses(params);

        params = defaultParams();
        params.approvalBps = 5000;
        refuses(params);
        params.approvalBps = 5001;
        takes(params);
        params.approvalBps = 10_000;
        takes(params);
        params.approvalBps = 10_001;
        refuses(params);

        params = defaultParams();
        params.feeBps = 1000;
        takes(params);
        params.feeBps = 1001;
        refuses(params);

        params = defaultParams();
        params.slashBps = 10_000;
        takes(params);
        params.slashBps = 10_001;
        refuses(params);

        params = defaultParams();
        params.minVoters = 0;
        refuses(params);
        params.minVoters = 1;
        takes(params);
    }

    function test_windows_may_last_as_long_as_unbonding_and_no_longer() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.votingPeriod = uint32(UNBONDING) - CHALLENGE - ARBITRATION;
        takes(params);
        params.votingPeriod += 1;
        refuses(params);
        params.votingPeriod -= 1;
        params.challengePeriod += 1;
        refuses(params);
        params.challengePeriod -= 1;
        params.arbitrationPeriod += 1;
        refuses(params);
    }

    function testFuzz_windows_never_outlast_unbonding(uint32 votes, uint32 challenges, uint32 arbitrations) public {
        IMilestoneEscrow.Params memory params = defaultParams();
        (params.votingPeriod, params.challengePeriod, params.arbitrationPeriod) = (votes, challenges, arbitrations);
        bool fits = uint256(votes) + challenges + arbitrations <= UNBONDING;
        if (fits && votes != 0 && challenges != 0 && arbitrations != 0) takes(params);
        else refuses(params);
    }

    function testFuzz_shares_are_checked_one_by_one(uint16 quorum, uint16 approval, uint16 fee, uint16 slash) public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = quorum % 12_000;
        params.approvalBps = approval % 12_000;
        params.feeBps = fee % 1200;
        params.slashBps = slash % 12_000;
        bool sound = params.quorumBps > 0 && params.quorumBps <= 10_000 && params.approvalBps > 5000
            && params.approvalBps <= 10_000 && params.feeBps <= 1000 && params.slashBps <= 10_000;
        if (sound) takes(params);
        else refuses(params);
    }

    function test_an_escrow_without_arbiter_or_fee_recipient_cannot_be_deployed() public {
        expectRevert(IMilestoneEscrow.MilestoneEscrowZeroAddress.selector);
        new MilestoneEscrow(registry, address(0), feeRecipient, owner);
        expectRevert(IMilestoneEscrow.MilestoneEscrowZeroAddress.selector);
        new MilestoneEscrow(registry, arbiter, address(0), owner);
    }

    function test_the_escrow_tells_whom_it_serves() public view {
        vm.assertEq(address(escrow.registry()), address(registry), "registry");
        vm.assertEq(escrow.arbiter(), arbiter, "arbiter");
        vm.assertEq(escrow.feeRecipient(), feeRecipient, "fee recipient");
        vm.assertEq(escrow.owner(), owner, "owner");
    }

    function takes(IMilestoneEscrow.Params memory params) private {
        bytes32 id = create(params);
        vm.assertEq(abi.encode(escrow.milestone(id).params), abi.encode(params), "params");
    }

    function refuses(IMilestoneEscrow.Params memory params) private {
        expectRevert(IMilestoneEscrow.MilestoneEscrowInvalidParams.selector);
        create(params);
    }
}
