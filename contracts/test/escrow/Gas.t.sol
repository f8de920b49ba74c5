// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title What a transaction costs, everything included
/// @notice Each call runs as a transaction of its own: cold storage, the 21,000 of a transaction, calldata, refunds.
/// forge-config: default.isolate = true
contract GasTest is Fixture {
    event Gas(string call, uint256 used, uint256 target);

    function test_create_costs_less_than_164k() public {
        open();
        within("create", 164_000);
    }

    function test_stake_costs_less_than_74k() public {
        bytes32 id = open();
        stake(id, ann, 3 ether);
        within("stake", 74_000);
    }

    function test_evidence_costs_less_than_108k() public {
        submit(staked());
        within("evidence", 108_000);
    }

    function test_vote_costs_less_than_94k() public {
        bytes32 id = voting();
        vote(id, 0, true);
        within("vote", 94_000);
    }

    function test_tally_costs_less_than_62k() public {
        provisional(true);
        within("tally", 62_000);
    }

    function test_release_with_two_splits_costs_less_than_102k() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        within("release", 102_000);
    }

    function test_a_vote_of_a_verifier_with_an_open_vote_costs_less_than_77k() public {
        bytes32 first = voting();
        vote(first, 0, true);
        bytes32 second = voting();
        vote(second, 0, true);
        within("vote again", 77_000);
    }

    function test_release_to_three_accounts_never_seen_before_costs_less_than_113k() public {
        splits[0].recipient = stranger;
        bytes32 id = ended(true);
        escrow.release(id, splits);
        within("release, all new", 113_000);
    }

    function test_refund_of_a_backer_never_credited_before_costs_less_than_55k() public {
        bytes32 id = ended(false);
        escrow.refund(id, ann);
        within("refund, first credit", 55_000);
    }

    function test_refund_of_a_backer_with_credit_costs_less_than_52k() public {
        bytes32 first = ended(false);
        escrow.refund(first, ann);
        bytes32 second = ended(false);
        escrow.refund(second, ann);
        within("refund", 52_000);
    }

    function within(string memory call, uint256 target) private {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit Gas(call, used, target);
        vm.assertLt(used, target, call);
    }
}
