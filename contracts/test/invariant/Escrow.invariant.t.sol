// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";
import {DriverHandler} from "./Driver.sol";
import {BackerHandler, BuilderHandler, CourtHandler, KeeperHandler, VerifierHandler} from "./Handlers.sol";
import {Model} from "./Model.sol";
import {World} from "./World.sol";

/// @dev Forge forgets all state between two runs, but not the environment.
interface Environment {
    function setEnv(string calldata name, string calldata value) external;
    function envOr(string calldata name, uint256 otherwise) external view returns (uint256);
}

/// @title What holds after every call
/// @notice One invariant asserts everything, as forge plays the same calls for each invariant of a contract again.
/// A longer run: FOUNDRY_INVARIANT_RUNS and FOUNDRY_INVARIANT_DEPTH.
contract EscrowInvariantTest is Base {
    event log_named_uint(string key, uint256 value);

    /// @dev More calls than are mostly attempted between two comparisons.
    uint256 private constant CALLS_MAX = 48;

    World private world;
    MilestoneEscrow private escrow;
    VerifierRegistry private registry;
    address[] private handlers;

    function setUp() public {
        world = new World();
        (escrow, registry) = (world.escrow(), world.registry());
        BuilderHandler builder = new BuilderHandler(world);
        for (uint256 i; world.idCount() < 3; ++i) {
            builder.create(i, i);
        }
        handlers = [
            address(builder),
            address(new BackerHandler(world)),
            address(new VerifierHandler(world)),
            address(new CourtHandler(world)),
            address(new KeeperHandler(world)),
            address(new DriverHandler(world)),
            address(new DriverHandler(world))
        ];
    }

    function targetContracts() public view returns (address[] memory) {
        return handlers;
    }

    function invariant_the_contracts_hold_what_the_rules_promise() public view {
        // Every call succeeded or failed as the model said, and every change of state is in the table.
        vm.assertEq(world.violation(), "", "violation");
        // Comparing takes longer than all the calls, and a difference lasts.
        if (world.attempted() % 4 == 0) _hold(world.attempted() / 4 % world.idCount(), world.attempted());
    }

    /// @dev Looks closely at milestones that have changed since `since` attempted calls, and at that of index `also`.
    function _hold(uint256 also, uint256 attempted) private view {
        uint256 owed = world.forced();
        for (uint256 i; i < world.idCount(); ++i) {
            IMilestoneEscrow.Milestone memory milestone = escrow.milestone(world.ids(i));
            if (milestone.state != IMilestoneEscrow.State.Released) owed += milestone.staked;
            if (milestone.state == IMilestoneEscrow.State.Disputed) owed += milestone.disputeBond;
            if (i != also && world.changedAt(milestone.id) + CALLS_MAX < attempted) continue;
            _isAsExpected(milestone);
            _countsWarmStakeOnce(milestone);
            _hasOneVerdictAndNotBeforeItsFloors(milestone);
        }
        uint256 bonded;
        uint256 leaving = world.forced() + registry.slashedPot() + registry.reservedRewards();
        for (uint256 i; i < world.ACCOUNTS(); ++i) {
            Model.Account memory account = _accountIsAsExpected(world.account(i));
            owed += account.claimable;
            bonded += account.bonded;
            leaving += account.unbonding + account.rewards;
        }
        vm.assertEq(address(escrow).balance, owed, "the escrow holds what is owed");
        vm.assertEq(address(registry).balance, bonded + leaving, "the registry holds what is bonded, leaving or kept");
        vm.assertEq(registry.totalBonded(), bonded, "the total is the sum of the bonds");
        vm.assertEq(registry.slashedPot(), world.pot(), "pot");
        vm.assertEq(registry.reservedRewards(), world.reserved(), "reserved");
        vm.assertEq(address(escrow).balance + world.ethOut(), world.ethIn() + world.forced(), "escrow: in, out, held");
        vm.assertEq(
            address(registry).balance + world.registryOut(),
            world.registryIn() + world.forced(),
            "registry: in, out, held"
        );
        _rolesDiffer();
    }

    /// @dev Compares with the model, and what was paid out with what was staked.
    function _isAsExpected(IMilestoneEscrow.Milestone memory milestone) private view {
        bytes32 id = milestone.id;
        vm.assertEq(abi.encode(milestone), abi.encode(world.expectedOf(id)), "milestone");
        (uint256 stakedIn, uint256 released, uint256 refunded) = world.books(id);
        vm.assertLe(released + refunded, stakedIn, "paid");
        vm.assertTrue(released == 0 || refunded == 0, "release XOR refund");
        Model.Position[] memory positions = world.positionsOf(id);
        for (uint256 i; i < positions.length; ++i) {
            address account = world.account(i);
            vm.assertEq(escrow.stakeOf(id, account), positions[i].stake, "stake");
            vm.assertEq(escrow.voteOf(id, account), positions[i].vote, "vote");
            vm.assertEq(escrow.weightOf(id, account), positions[i].weight, "weight");
            vm.assertLe(positions[i].refunded, positions[i].stakedIn, "refunded");
        }
    }

    function _accountIsAsExpected(address account) private view returns (Model.Account memory actual) {
        (uint128 unbonding, uint40 readyAt) = registry.unbondingOf(account);
        actual = Model.Account({
            claimable: escrow.claimable(account),
            nonce: escrow.nonces(account),
            openVotes: escrow.openVotes(account),
            locked: escrow.lockedOf(account),
            bonded: registry.bondOf(account),
            unbonding: unbonding,
            unbondReadyAt: readyAt,
            rewards: registry.rewardsOf(account)
        });
        vm.assertEq(abi.encode(actual), abi.encode(world.accountOf(account)), "account");
        vm.assertLe(actual.locked, actual.bonded, "no more is locked than is bonded");
    }

    function _countsWarmStakeOnce(IMilestoneEscrow.Milestone memory milestone) private view {
        Model.Vote[] memory votes = world.votesOf(milestone.id);
        uint256 cast;
        for (uint256 i; i < votes.length; ++i) {
            address verifier = votes[i].verifier;
            cast += votes[i].weight;
            vm.assertLe(votes[i].weight * 3, milestone.totalWeight, "at most a third");
            vm.assertLe(votes[i].weight, world.warmBefore(verifier, milestone.submittedAt), "warm when voting opened");
            for (uint256 j; j < i; ++j) {
                vm.assertTrue(verifier != votes[j].verifier, "one vote per verifier");
            }
        }
        vm.assertEq(milestone.approvingWeight + milestone.rejectingWeight, cast, "cast");
        vm.assertLe(cast + milestone.excessWeight, milestone.totalWeight, "cast and excess are parts of the whole");
    }

    /// @dev The arbiter may rule as soon as there is a dispute; all else takes the windows' least lengths, but for the
    /// voting window where the votes of most of all stake say the same.
    function _hasOneVerdictAndNotBeforeItsFloors(IMilestoneEscrow.Milestone memory milestone) private view {
        bytes32 id = milestone.id;
        bool ended = milestone.state >= IMilestoneEscrow.State.Verified;
        vm.assertEq(world.verdicts(id), ended ? 1 : 0, "one verdict");
        if (!ended || milestone.evidenceRoot == 0) return;

        bool disputed = milestone.challenger != address(0);
        bool ruled = disputed && world.endedAt(id) < milestone.arbitrationEndsAt;
        IMilestoneEscrow.Policy memory floor = escrow.policy();
        uint256 base = milestone.totalWeight - milestone.excessWeight;
        uint256 cast = milestone.approvingWeight + milestone.rejectingWeight;
        if (!ruled) {
            uint256 least = disputed ? floor.arbitrationPeriodMin : floor.challengePeriodMin;
            uint256 agreeing = milestone.verdict ? milestone.approvingWeight : milestone.rejectingWeight;
            if (agreeing * 2 <= base) least += floor.votingPeriodMin;
            vm.assertLe(milestone.submittedAt + least, world.endedAt(id), "no verdict before its floors");
        }
        if (milestone.verdict && !milestone.overturned) {
            vm.assertLe(floor.minVotersMin, milestone.voters, "voters");
            vm.assertLe(base * floor.quorumBpsMin, cast * 10_000, "quorum");
            vm.assertLt(cast, milestone.approvingWeight * 2, "approval");
        }
    }

    function _rolesDiffer() private view {
        (address arbiter, address fees, address pool) =
            (escrow.arbiter(), escrow.feeRecipient(), registry.slashReceiver());
        vm.assertEq(fees, world.feeRecipient(), "fee recipient");
        vm.assertEq(pool, world.slashReceiver(), "slash receiver");
        vm.assertTrue(arbiter != fees && fees != pool && pool != arbiter, "roles differ");
    }

    /// @dev After each run: with nobody's help but a keeper's and a clock's, whatever is pending comes to its end,
    /// all money finds its owner, and all stake and all rewards can leave.
    function afterInvariant() public {
        vm.assertLe(world.attempted(), world.succeeded() * 3, "at least a third of the calls succeed");
        _countOverAllRuns("CALLS_ATTEMPTED", world.attempted());
        _countOverAllRuns("CALLS_SUCCEEDED", world.succeeded());
        for (uint256 i; i < world.idCount(); ++i) {
            _hold(i, type(uint256).max);
        }
        uint256 dust;
        for (uint256 i; i < world.idCount(); ++i) {
            _endByTime(world.ids(i));
        }
        for (uint256 i; i < world.idCount(); ++i) {
            dust += _settleAll(world.ids(i));
        }
        for (uint256 i; i < world.ACCOUNTS(); ++i) {
            _leave(world.account(i));
        }
        if (registry.slashedPot() != 0) world.sweepSlashed();
        vm.assertEq(world.violation(), "", "violation");
        vm.assertEq(address(escrow).balance, world.forced(), "the escrow holds nothing");
        vm.assertLe(registry.reservedRewards(), dust, "less than a wei is left of each reward");
        vm.assertEq(
            address(registry).balance, world.forced() + registry.reservedRewards(), "the registry holds nothing else"
        );
    }

    function _countOverAllRuns(string memory name, uint256 count) private {
        Environment environment = Environment(address(vm));
        uint256 sum = environment.envOr(name, 0) + count;
        environment.setEnv(name, vm.toString(sum));
        emit log_named_uint(name, sum);
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
        for (uint256 i; i < world.PARTICIPANTS() && milestone.state == IMilestoneEscrow.State.Failed; ++i) {
            if (world.stakeOf(id, world.account(i)) != 0) world.refund(id, world.account(i));
        }
    }

    /// @dev Wrong votes first. @return right How many votes shared a reward.
    function _settleAll(bytes32 id) private returns (uint256 right) {
        Model.Vote[] memory votes = world.votesOf(id);
        IMilestoneEscrow.Milestone memory milestone = escrow.milestone(id);
        for (uint256 round; round < 2; ++round) {
            for (uint256 i; i < votes.length; ++i) {
                bool agrees = votes[i].support == milestone.verdict;
                if (agrees != (round == 1)) continue;
                if (agrees && milestone.overturned) ++right;
                if (!votes[i].settled) world.settle(id, votes[i].verifier);
            }
        }
    }

    function _leave(address account) private {
        if (escrow.claimable(account) != 0) world.withdraw(account, account);
        if (registry.rewardsOf(account) != 0) world.withdrawRewards(account, account);
        if (registry.bondOf(account) != 0) world.startUnbond(account, registry.bondOf(account));
        (uint128 unbonding, uint40 readyAt) = registry.unbondingOf(account);
        if (unbonding == 0) return;
        if (readyAt > timeNow()) vm.warp(readyAt);
        world.withdrawUnbonded(account, account);
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
