// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";
import {
    BackerHandler,
    BuilderHandler,
    CourtHandler,
    DriverHandler,
    KeeperHandler,
    VerifierHandler
} from "./Handlers.sol";
import {Model} from "./Model.sol";
import {World} from "./World.sol";

contract EscrowInvariantTest is Base {
    World private world;
    MilestoneEscrow private escrow;
    VerifierRegistry private registry;
    address[] private handlers;

    function setUp() public {
        world = new World();
        (escrow, registry) = world.contracts();
        BuilderHandler builder = new BuilderHandler(world);
        for (uint256 i; i < 3; ++i) {
            builder.create(5 days + 1 + i, uint256(keccak256(abi.encode(i))));
        }
        handlers = [
            address(builder),
            address(new BackerHandler(world)),
            address(new VerifierHandler(world)),
            address(new CourtHandler(world)),
            address(new KeeperHandler(world)),
            address(new DriverHandler(world))
        ];
        vm.assertEq(world.idCount(), 3, "milestones to begin with");
    }

    function targetContracts() public view returns (address[] memory) {
        return handlers;
    }

    /// @dev Every call succeeded or failed as the model said, and every change of state is in the table.
    function invariant_nothing_happens_that_the_rules_do_not_allow() public view {
        vm.assertEq(world.violation(), "", "violation");
    }

    function invariant_every_milestone_is_as_the_model_has_it() public view {
        for (uint256 i; i < world.idCount(); ++i) {
            bytes32 id = world.ids(i);
            bytes memory actual = abi.encode(escrow.milestone(id));
            vm.assertEq(actual, abi.encode(world.expectedOf(id)), "milestone");
            for (uint256 j; j < 8; ++j) {
                address account = world.actor(j);
                vm.assertEq(escrow.stakeOf(id, account), world.stakeOf(id, account), "stake");
                vm.assertEq(escrow.voteOf(id, account), world.voteOf(id, account), "vote");
            }
        }
    }

    function invariant_every_account_is_as_the_model_has_it() public view {
        for (uint256 i; i < 8; ++i) {
            address account = world.actor(i);
            vm.assertEq(escrow.claimable(account), world.claimable(account), "claimable");
            vm.assertEq(escrow.openVotes(account), world.openVotes(account), "open votes");
            vm.assertEq(escrow.nonces(account), world.nonceOf(account), "nonce");
            vm.assertEq(registry.bondOf(account), world.bondNow(account), "bond");
            (uint128 amount, uint40 readyAt) = registry.unbondingOf(account);
            vm.assertEq(amount, world.unbonding(account), "unbonding");
            vm.assertEq(readyAt, world.unbondReadyAt(account), "ready");
        }
        vm.assertEq(registry.slashedPot(), world.pot(), "pot");
    }

    function invariant_eth_in_is_eth_out_plus_eth_held() public view {
        vm.assertEq(address(escrow).balance, world.ethIn() + world.forced() - world.ethOut(), "escrow: in, out, held");
        vm.assertEq(address(registry).balance, world.registryIn() - world.registryOut(), "registry: in, out, held");
    }

    function invariant_what_is_held_is_owed_to_somebody() public view {
        uint256 owed = escrow.claimable(world.splitRecipient()) + escrow.claimable(world.feeReceiver());
        uint256 staked;
        for (uint256 i; i < 8; ++i) {
            owed += escrow.claimable(world.actor(i));
            (uint128 unbonding,) = registry.unbondingOf(world.actor(i));
            staked += registry.bondOf(world.actor(i)) + unbonding;
        }
        for (uint256 i; i < world.idCount(); ++i) {
            IMilestoneEscrow.Milestone memory milestone = escrow.milestone(world.ids(i));
            if (milestone.state != IMilestoneEscrow.State.Released) owed += milestone.staked;
            if (milestone.state == IMilestoneEscrow.State.Disputed) owed += milestone.disputeBond;
        }
        vm.assertEq(address(escrow).balance, owed + world.forced(), "escrow");
        vm.assertEq(address(registry).balance, staked + registry.slashedPot(), "registry");
    }

    function invariant_no_milestone_pays_more_than_was_staked() public view {
        for (uint256 i; i < world.idCount(); ++i) {
            bytes32 id = world.ids(i);
            (uint256 stakedIn, uint256 released, uint256 refunded) = world.books(id);
            vm.assertLe(released + refunded, stakedIn, "paid");
            vm.assertTrue(released == 0 || refunded == 0, "release XOR refund");
            for (uint256 j; j < 8; ++j) {
                address backer = world.actor(j);
                vm.assertLe(world.refundedTo(id, backer), world.stakedBy(id, backer), "refunded");
            }
        }
    }

    function invariant_weights_are_the_sum_of_the_votes() public view {
        for (uint256 i; i < world.idCount(); ++i) {
            bytes32 id = world.ids(i);
            IMilestoneEscrow.Milestone memory milestone = escrow.milestone(id);
            Model.Vote[] memory votes = world.votesOf(id);
            uint256 approving;
            uint256 rejecting;
            for (uint256 j; j < votes.length; ++j) {
                if (votes[j].support) approving += votes[j].weight;
                else rejecting += votes[j].weight;
                vm.assertLe(votes[j].weight * 3, milestone.totalWeight, "at most a third");
                for (uint256 k; k < j; ++k) {
                    vm.assertTrue(votes[j].verifier != votes[k].verifier, "one vote per verifier");
                }
            }
            vm.assertEq(milestone.approvingWeight, approving, "approving");
            vm.assertEq(milestone.rejectingWeight, rejecting, "rejecting");
            vm.assertEq(milestone.voters, votes.length, "voters");
            vm.assertLe(approving + rejecting, milestone.totalWeight, "cast");
        }
    }

    function invariant_nobody_is_slashed_twice_for_one_vote() public view {
        for (uint256 i; i < world.idCount(); ++i) {
            for (uint256 j; j < 8; ++j) {
                vm.assertLe(world.slashesOf(world.ids(i), world.actor(j)), 1, "slashes");
            }
        }
    }

    function invariant_the_total_bonded_is_the_sum_of_the_bonds() public view {
        uint256 sum;
        for (uint256 i; i < 8; ++i) {
            sum += registry.bondOf(world.actor(i));
        }
        vm.assertEq(registry.totalBonded(), sum, "total");
    }

    /// @dev After each run: with nobody's help but a keeper's and a clock's, whatever is pending comes to its end,
    /// all money finds its owner, and all stake can leave.
    function afterInvariant() public {
        world.setPaused(true);
        for (uint256 i; i < world.idCount(); ++i) {
            _endByTime(world.ids(i));
        }
        for (uint256 i; i < 8; ++i) {
            _leave(world.actor(i));
        }
        if (escrow.claimable(world.splitRecipient()) != 0) world.withdraw(world.splitRecipient());
        if (escrow.claimable(world.feeReceiver()) != 0) world.withdraw(world.feeReceiver());
        if (registry.slashedPot() != 0) world.sweepSlashed();
        vm.assertEq(world.violation(), "", "violation");
        vm.assertEq(address(escrow).balance, world.forced(), "the escrow holds nothing");
        vm.assertEq(address(registry).balance, 0, "the registry holds nothing");
    }

    function _endByTime(bytes32 id) private {
        IMilestoneEscrow.Milestone memory milestone = escrow.milestone(id);
        if (milestone.state == IMilestoneEscrow.State.Open) _tallyAt(id, milestone.deadline);
        if (milestone.state == IMilestoneEscrow.State.Voting) _tallyAt(id, milestone.votingEndsAt);
        milestone = escrow.milestone(id);
        if (milestone.state == IMilestoneEscrow.State.Provisional) _finalizeAt(id, milestone.challengeEndsAt);
        if (milestone.state == IMilestoneEscrow.State.Disputed) _finalizeAt(id, milestone.arbitrationEndsAt);
        milestone = escrow.milestone(id);
        vm.assertTrue(milestone.state >= IMilestoneEscrow.State.Verified, "ended");

        if (milestone.state == IMilestoneEscrow.State.Verified) world.release(id, true);
        for (uint256 i; i < 8; ++i) {
            address account = world.actor(i);
            if (milestone.state == IMilestoneEscrow.State.Failed && world.stakeOf(id, account) != 0) {
                world.refund(id, account);
            }
            uint8 vote = world.voteOf(id, account);
            if (vote == 1 || vote == 2) world.settle(id, account);
        }
    }

    function _leave(address account) private {
        if (escrow.claimable(account) != 0) world.withdraw(account);
        if (registry.bondOf(account) != 0) world.startUnbond(account, registry.bondOf(account));
        (uint128 unbonding, uint40 readyAt) = registry.unbondingOf(account);
        if (unbonding == 0) return;
        if (readyAt > timeNow()) vm.warp(readyAt);
        world.withdrawUnbonded(account);
    }

    function _tallyAt(bytes32 id, uint40 moment) private {
        if (moment > timeNow()) vm.warp(moment);
        world.tally(id);
    }

    function _finalizeAt(bytes32 id, uint40 moment) private {
        if (moment > timeNow()) vm.warp(moment);
        world.finalize(id);
    }
}
