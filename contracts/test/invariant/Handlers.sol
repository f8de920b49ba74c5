// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";
import {World} from "./World.sol";

/// @title What every handler shares
/// @notice A handler is one kind of participant. It picks who, which and how much; the world does it and judges.
abstract contract Handler is Base {
    bytes32 internal constant ROOT = keccak256("evidence");

    World internal immutable world;

    constructor(World world_) {
        world = world_;
    }

    function pick(uint256 seed) internal view returns (bytes32) {
        return world.ids(seed % world.idCount());
    }

    function actor(uint256 seed) internal view returns (address) {
        return world.actor(seed);
    }

    function expected(bytes32 id) internal view returns (IMilestoneEscrow.Milestone memory) {
        return world.expectedOf(id);
    }

    /// @dev Fuzzers love small numbers, whose upper bits are all alike.
    function mix(uint256 seed) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed)));
    }

    /// @dev Actors 5 to 7 begin without a bond; were builders and backers any others, hardly anybody could vote.
    function mostlyIdle(uint256 seed) internal view returns (address) {
        return actor(seed % 8 == 0 ? seed >> 3 : 5 + (seed >> 3) % 3);
    }

    /// @dev Mostly small stakes, sometimes one wei, nothing at all, or more than a milestone holds.
    function amountFrom(uint256 seed) internal pure returns (uint256) {
        if (seed % 17 == 0) return 0;
        if (seed % 17 == 1) return 1;
        if (seed % 47 == 2) return type(uint88).max;
        return seed % 5 ether + 1;
    }
}

contract BuilderHandler is Handler {
    constructor(World world_) Handler(world_) {}

    /// @dev Eight milestones are enough to keep in mind; from then on only creations that must fail are tried.
    function create(uint256 seed, uint256 variety) external {
        variety = mix(variety);
        IMilestoneEscrow.Params memory params = IMilestoneEscrow.Params({
            votingPeriod: uint32(bound(variety, 1, 3 days)),
            challengePeriod: uint32(bound(variety >> 8, 1, 2 days)),
            arbitrationPeriod: uint32(bound(variety >> 16, 1, 1 days)),
            quorumBps: uint16(bound(variety >> 24, 1, seed % 4 == 0 ? 10_000 : 5000)),
            approvalBps: uint16(bound(variety >> 32, 5001, 10_000)),
            feeBps: uint16(bound(variety >> 40, 0, 1000)),
            slashBps: uint16(bound(variety >> 48, 0, 10_000)),
            minVoters: uint8(bound(variety >> 56, 1, 3))
        });
        uint40 deadline = timeNow() + uint40(seed % 9 == 0 ? seed % 3 : seed % 40 days);
        if (world.idCount() >= 8 || seed % 5 == 0) _spoil(params, seed >> 8);
        world.create(mostlyIdle(seed >> 4), deadline, params);
    }

    /// @dev Puts one parameter just beyond its bound.
    function _spoil(IMilestoneEscrow.Params memory params, uint256 seed) private view {
        uint256 windows = uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod;
        uint256 kind = seed % 11;
        if (kind == 0) params.votingPeriod = 0;
        else if (kind == 1) params.challengePeriod = 0;
        else if (kind == 2) params.arbitrationPeriod = 0;
        else if (kind == 3) params.arbitrationPeriod += uint32(world.unbondingPeriod() - windows + 1);
        else if (kind == 4) params.quorumBps = 0;
        else if (kind == 5) params.quorumBps = 10_001;
        else if (kind == 6) params.approvalBps = 5000;
        else if (kind == 7) params.approvalBps = 10_001;
        else if (kind == 8) params.feeBps = 1001;
        else if (kind == 9) params.slashBps = 10_001;
        else params.minVoters = 0;
    }

    function submit(uint256 which, uint256 seed) external {
        bytes32 id = pick(which);
        address caller = seed % 8 == 0 ? actor(seed >> 8) : expected(id).builder;
        world.submit(id, caller, seed % 16 == 1 ? bytes32(0) : ROOT);
    }

    function cancel(uint256 which, uint256 seed) external {
        bytes32 id = pick(which);
        world.cancel(id, seed % 4 == 0 ? actor(seed >> 8) : expected(id).builder);
    }
}

contract BackerHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function stake(uint256 which, uint256 who, uint256 amount) external {
        world.stake(pick(which), mostlyIdle(who), amountFrom(amount));
    }

    function refund(uint256 which, uint256 who) external {
        world.refund(pick(which), actor(who));
    }

    function withdraw(uint256 who) external {
        uint256 index = who % 10;
        if (index == 8) world.withdraw(world.splitRecipient());
        else if (index == 9) world.withdraw(world.feeReceiver());
        else world.withdraw(actor(index));
    }
}

contract VerifierHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function vote(uint256 which, uint256 who, bool support, uint256 seed) external {
        world.vote(pick(which), actor(who), support, seed % 16 == 0 ? keccak256("other") : ROOT);
    }

    function settle(uint256 which, uint256 who) external {
        world.settle(pick(which), actor(who));
    }

    function bond(uint256 who, uint256 amount) external {
        world.bondMore(actor(who), amount % 3 ether);
    }

    function startUnbond(uint256 who, uint256 amount) external {
        uint256 bonded = world.bondNow(actor(who));
        world.startUnbond(actor(who), amount % 3 == 0 ? bonded : amount % (bonded + 2));
    }

    function withdrawUnbonded(uint256 who) external {
        world.withdrawUnbonded(actor(who));
    }

    function sweep() external {
        world.sweepSlashed();
    }
}

contract CourtHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function dispute(uint256 which, uint256 who, uint256 seed) external {
        bytes32 id = pick(which);
        uint256 least = expected(id).staked / 20;
        if (least < 0.01 ether) least = 0.01 ether;
        world.dispute(id, actor(who), seed % 4 == 0 ? least - 1 : least + seed % 3);
    }

    function rule(uint256 which, uint256 seed, bool verdict) external {
        world.rule(pick(which), seed % 8 != 0, verdict);
    }

    function setPaused(uint256 seed) external {
        world.setPaused(seed % 4 == 0);
    }
}

contract KeeperHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function tally(uint256 which) external {
        world.tally(pick(which));
    }

    function finalize(uint256 which) external {
        world.finalize(pick(which));
    }

    function release(uint256 which, uint256 seed) external {
        world.release(pick(which), seed % 8 != 0);
    }

    function wait_(uint256 elapsed) external {
        skip(elapsed % 1 days);
    }

    function force(uint256 amount) external {
        world.force(amount % 3);
    }
}

/// @notice Steers: takes one milestone a legal step further, or stands it exactly on the edge of its window.
contract DriverHandler is Handler {
    constructor(World world_) Handler(world_) {}

    /// @dev One second before the end of the milestone's window, in that second, or one after.
    function goToTheEdge(uint256 which, uint256 seed) external {
        _goToTheEdge(expected(pick(which)), mix(seed));
    }

    /// @dev At the edge both what has just ended and what has just become possible are tried.
    function pushAtTheEdge(uint256 which, uint256 seed) external {
        seed = mix(seed);
        bytes32 id = pick(which);
        IMilestoneEscrow.Milestone memory milestone = expected(id);
        _goToTheEdge(milestone, seed);
        if (milestone.state == IMilestoneEscrow.State.Open) {
            world.stake(id, mostlyIdle(seed >> 8), 1 ether);
            if (seed % 2 == 0) world.submit(id, milestone.builder, ROOT);
            world.tally(id);
        } else if (milestone.state == IMilestoneEscrow.State.Voting) {
            for (uint256 i; i < 5; ++i) {
                world.vote(id, actor(i), (seed >> (16 + i)) & 1 == 1, ROOT);
            }
            world.tally(id);
        } else if (milestone.state == IMilestoneEscrow.State.Provisional) {
            if (seed % 2 == 0) world.dispute(id, actor(seed >> 8), milestone.staked / 20 + 0.01 ether);
            world.finalize(id);
        } else if (milestone.state == IMilestoneEscrow.State.Disputed) {
            if (seed % 2 == 0) world.rule(id, true, seed % 3 == 0);
            world.finalize(id);
        }
    }

    function advance(uint256 which, uint256 seed) external {
        seed = mix(seed);
        bytes32 id = pick(which);
        IMilestoneEscrow.Milestone memory milestone = expected(id);
        if (milestone.state == IMilestoneEscrow.State.Open) {
            world.stake(id, mostlyIdle(seed >> 8), amountFrom(seed >> 16));
            world.stake(id, mostlyIdle(seed >> 24), 1 ether);
            world.submit(id, milestone.builder, ROOT);
        } else if (milestone.state == IMilestoneEscrow.State.Voting) {
            // Three in four take part, and three in four of them lean to one side.
            bool lean = seed % 3 != 0;
            for (uint256 i; i < 8; ++i) {
                bool absent = (seed >> (8 + 2 * i)) & 3 == 0;
                bool dissents = (seed >> (32 + 2 * i)) & 3 == 0;
                if (!absent) world.vote(id, actor(i), lean != dissents, ROOT);
            }
            if (seed & 4 == 0) vm.warp(milestone.votingEndsAt > timeNow() ? milestone.votingEndsAt : timeNow());
            world.tally(id);
        } else if (milestone.state == IMilestoneEscrow.State.Provisional) {
            world.dispute(id, actor(seed >> 8), milestone.staked / 20 + 0.01 ether);
        } else if (milestone.state == IMilestoneEscrow.State.Disputed) {
            world.rule(id, true, seed % 3 == 0 ? milestone.verdict : !milestone.verdict);
        } else {
            _cleanUp(id, seed);
        }
    }

    /// @dev Everything twice, so that paying, refunding or slashing twice would show.
    function _cleanUp(bytes32 id, uint256 seed) private {
        world.release(id, true);
        world.release(id, true);
        for (uint256 i; i < 4; ++i) {
            address account = actor((seed >> 8) + i);
            world.settle(id, account);
            world.settle(id, account);
            world.refund(id, account);
            world.refund(id, account);
            world.withdrawUnbonded(account);
        }
    }

    function _goToTheEdge(IMilestoneEscrow.Milestone memory milestone, uint256 seed) private {
        uint40 edge;
        // Deadlines lie far ahead: going to one lets all the others pass.
        if (milestone.state == IMilestoneEscrow.State.Open && seed & 12 != 0) return;
        if (milestone.state == IMilestoneEscrow.State.Open) edge = milestone.deadline;
        else if (milestone.state == IMilestoneEscrow.State.Voting) edge = milestone.votingEndsAt;
        else if (milestone.state == IMilestoneEscrow.State.Provisional) edge = milestone.challengeEndsAt;
        else if (milestone.state == IMilestoneEscrow.State.Disputed) edge = milestone.arbitrationEndsAt;
        else edge = world.unbondReadyAt(actor(seed >> 8));
        if (edge == 0) return;
        edge = edge + uint40((seed >> 64) % 3) - 1;
        if (edge > timeNow()) vm.warp(edge);
    }
}
