// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ballot} from "../../src/escrow/Ballot.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";

contract BallotTest is Base {
    function testFuzz_weight_is_the_smaller_of_bond_and_a_third(uint96 bonded, uint96 total) public pure {
        uint256 weight = Ballot.weigh(bonded, total);
        vm.assertLe(weight * 3, total, "at most a third");
        vm.assertLe(weight, bonded, "at most the bond");
        vm.assertTrue(weight == bonded || weight == total / 3, "one of the two");
    }

    function test_a_quorum_counts_the_weight_cast_and_the_voters() public pure {
        vm.assertTrue(Ballot.isQuorate(50, 100, 3, 5000, 3), "both reached");
        vm.assertFalse(Ballot.isQuorate(49, 100, 3, 5000, 3), "weight missing");
        vm.assertFalse(Ballot.isQuorate(50, 100, 2, 5000, 3), "voter missing");
    }

    function test_approval_is_a_share_of_the_weight_cast() public pure {
        vm.assertTrue(Ballot.isApproved(60, 100, 6000), "at the share");
        vm.assertFalse(Ballot.isApproved(59, 100, 6000), "under it");
        vm.assertFalse(Ballot.isApproved(0, 0, 6000), "of nothing");
    }

    function test_without_any_stake_nothing_is_certain() public pure {
        vm.assertFalse(Ballot.isCertainlyApproved(0, 0, 6000), "approval");
        vm.assertFalse(Ballot.isCertainlyRejected(0, 0), "rejection");
    }

    /// @dev Certain means: not even the remaining weight, all on one side, turns the verdict.
    function testFuzz_certainty_survives_the_remaining_weight(
        uint96 approving,
        uint96 rejecting,
        uint96 total,
        uint96 more,
        uint16 approvalBps
    ) public pure {
        total = uint96(bound(total, 1, type(uint96).max));
        approving = uint96(bound(approving, 0, total));
        rejecting = uint96(bound(rejecting, 0, total - approving));
        more = uint96(bound(more, 0, total - approving - rejecting));
        approvalBps = uint16(bound(approvalBps, 5001, 10_000));
        uint256 cast = uint256(approving) + rejecting;

        if (Ballot.isCertainlyApproved(approving, total, approvalBps)) {
            vm.assertTrue(Ballot.isApproved(approving, cast + more, approvalBps), "approval stands");
        }
        if (Ballot.isCertainlyRejected(rejecting, total)) {
            vm.assertFalse(Ballot.isApproved(uint256(approving) + more, cast + more, approvalBps), "rejection stands");
        }
        vm.assertFalse(
            Ballot.isCertainlyApproved(approving, total, approvalBps) && Ballot.isCertainlyRejected(rejecting, total),
            "never both"
        );
    }

    function test_a_rejection_is_certain_above_half_of_all_stake() public pure {
        vm.assertFalse(Ballot.isCertainlyRejected(50, 100), "half");
        vm.assertTrue(Ballot.isCertainlyRejected(51, 100), "more");
        vm.assertFalse(Ballot.isCertainlyRejected(50, 101), "less");
        vm.assertTrue(Ballot.isCertainlyRejected(51, 101), "more of an odd total");
    }
}
