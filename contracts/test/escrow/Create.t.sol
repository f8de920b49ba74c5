// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract CreateTest is Fixture {
    function test_a_created_milestone_is_open_and_keeps_what_it_was_given() public {
        IMilestoneEscrow.Params memory params =
            IMilestoneEscrow.Params(1 days + 1, 12 hours + 2, 6 hours + 3, 3014, 5015, 16, 517, 18);
        bytes32 id = keccak256(abi.encode(block.chainid, address(escrow), builder, PROJECT, uint256(0)));
        uint40 deadline = timeNow() + 30 days;

        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneCreated(id, builder, PROJECT, deadline, METADATA, splits, params);
        bytes32 created = create(params);

        IMilestoneEscrow.Milestone memory expected;
        expected.id = id;
        expected.state = IMilestoneEscrow.State.Open;
        expected.builder = builder;
        expected.deadline = deadline;
        expected.metadataHash = METADATA;
        expected.splitsHash = keccak256(abi.encode(splits));
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
        bytes32 others = create(stranger, timeNow() + 1, defaultParams());
        vm.chainId(block.chainid + 1);
        bytes32 elsewhere = create(owner, timeNow() + 1, defaultParams());

        vm.assertTrue(first != second && first != others && second != others, "distinct");
        vm.assertEq(escrow.nonces(builder), 2, "nonce");
        bytes32 expected = keccak256(abi.encode(vm.getChainId(), address(escrow), owner, PROJECT, uint256(0)));
        vm.assertEq(elsewhere, expected, "bound to its chain");
    }

    function test_nobody_can_squat_the_id_of_another_builder() public {
        bytes32 awaited = keccak256(abi.encode(block.chainid, address(escrow), builder, PROJECT, uint256(0)));
        create(stranger, timeNow() + 1, defaultParams());

        assertState(awaited, IMilestoneEscrow.State.None);
        vm.assertEq(open(), awaited, "still the builder's");
    }

    function test_shares_must_sum_to_the_whole() public {
        splits[1].bps = 2999;
        refusesSplits();
        splits[1].bps = 3001;
        refusesSplits();
        splits[1].bps = 3000;
        open();
    }

    /// @dev 16 bits alone would take 65,536 + 10,000 for the whole.
    function test_shares_do_not_wrap_around() public {
        splits[0].bps = type(uint16).max;
        splits[1].bps = 10_001;
        refusesSplits();
    }

    function testFuzz_only_shares_that_sum_to_the_whole_are_taken(uint16[5] memory shares) public {
        delete splits;
        uint256 sum;
        for (uint256 i; i < 5; ++i) {
            uint16 share = i == 4 && shares[4] % 2 == 0 && sum <= 10_000 ? uint16(10_000 - sum) : shares[i] % 3000;
            splits.push(IMilestoneEscrow.Split(artist, share));
            sum += share;
        }
        if (sum == 10_000) open();
        else refusesSplits();
    }

    function test_a_share_for_nobody_is_refused() public {
        splits[0].recipient = address(0);
        refusesSplits();
        splits[0].recipient = builder;
        splits[1].recipient = address(0);
        refusesSplits();
    }

    function test_there_must_be_somebody_to_pay() public {
        delete splits;
        refusesSplits();
    }

    function test_sixteen_recipients_are_taken_and_seventeen_refused() public {
        splitAmong(17);
        refusesSplits();
        splitAmong(16);
        open();
    }

    function refusesSplits() private {
        expectRevert(IMilestoneEscrow.MilestoneEscrowInvalidSplits.selector);
        open();
    }
}
