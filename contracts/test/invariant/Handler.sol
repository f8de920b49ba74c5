// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";
import {World} from "./World.sol";

/// @title What every handler shares
/// @notice A handler is one kind of participant. It picks who, which and how much, mostly so that the call is allowed;
/// the world does it and judges. Where nothing is there to act on, handlers first bring it about.
abstract contract Handler is Base {
    bytes32 internal constant ROOT = keccak256("evidence");

    World internal immutable world;

    constructor(World world_) {
        world = world_;
    }

    /// @dev Fuzzers love small numbers, whose upper bits are all alike.
    function mix(uint256 seed) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed)));
    }

    /// @dev Mostly a milestone between the two states, both included; zero if there is none.
    function pick(uint256 seed, IMilestoneEscrow.State from, IMilestoneEscrow.State to)
        internal
        view
        returns (bytes32)
    {
        uint256 count = world.idCount();
        if (seed % 16 == 0) return world.ids((seed / 16) % count);
        for (uint256 i; i < count; ++i) {
            bytes32 id = world.ids((seed / 16 + i) % count);
            if (world.stateOf(id) >= from && world.stateOf(id) <= to) return id;
        }
        return 0;
    }

    /// @dev Mostly a milestone in this state; where there is none, one is brought there. Zero once there are enough.
    function reach(uint256 seed, IMilestoneEscrow.State state) internal returns (bytes32 id) {
        id = pick(seed, state, state);
        if (id != 0) return id;
        seed = mix(seed);
        if (state == IMilestoneEscrow.State.Open) return create(seed);
        bool disputed = state > IMilestoneEscrow.State.Provisional && seed % 2 == 0;
        if (state == IMilestoneEscrow.State.Voting) id = reach(seed, IMilestoneEscrow.State.Open);
        else if (state == IMilestoneEscrow.State.Provisional) id = reach(seed, IMilestoneEscrow.State.Voting);
        else if (state > IMilestoneEscrow.State.Disputed && disputed) id = reach(seed, IMilestoneEscrow.State.Disputed);
        else id = reach(seed, IMilestoneEscrow.State.Provisional);
        if (id != 0) step(id, seed);
    }

    /// @dev One step further on the milestone's way, by whoever can take it now.
    function step(bytes32 id, uint256 seed) internal {
        IMilestoneEscrow.Milestone memory milestone = world.expectedOf(id);
        bool inTime = timeNow() < endOf(id);
        if (milestone.state == IMilestoneEscrow.State.Open && inTime) {
            world.stake(id, mostlyIdle(seed >> 8), amountFrom(seed >> 16));
            world.submit(id, milestone.builder, ROOT);
        } else if (milestone.state == IMilestoneEscrow.State.Voting) {
            if (inTime) voteMostly(id, seed >> 8);
            if (!world.isCertain(id) || seed % 2 == 0) goToTheEndOf(id, 1 + seed % 2);
            world.tally(id);
        } else if (milestone.state == IMilestoneEscrow.State.Provisional && inTime && seed % 4 != 0) {
            world.dispute(id, participant(seed >> 8), world.leastDisputeBond(id));
        } else if (milestone.state == IMilestoneEscrow.State.Disputed && inTime && seed % 8 != 0) {
            world.rule(id, world.arbiter(), seed % 3 == 0 ? milestone.verdict : !milestone.verdict);
        } else if (milestone.state == IMilestoneEscrow.State.Open) {
            world.tally(id);
        } else {
            goToTheEndOf(id, 1 + seed % 2);
            world.finalize(id);
        }
    }

    /// @dev Sixteen milestones are enough to compare after each call.
    function create(uint256 seed) internal returns (bytes32) {
        uint256 count = world.idCount();
        if (count >= 16) return 0;
        uint40 deadline = timeNow() + uint40(seed % 8 == 0 ? 365 days : 2 days + (seed >> 16) % 40 days);
        world.create(mostlyIdle(seed >> 8), deadline, paramsFrom(mix(seed)), 0);
        return world.idCount() == count ? bytes32(0) : world.ids(count);
    }

    /// @dev Within the policy, often on its floors.
    function paramsFrom(uint256 seed) internal pure returns (IMilestoneEscrow.Params memory) {
        return IMilestoneEscrow.Params({
            votingPeriod: uint32(1 days + ((seed >> 8) % 4 days) * (seed % 2)),
            challengePeriod: uint32(1 days + ((seed >> 40) % 2 days) * (seed % 3 % 2)),
            arbitrationPeriod: uint32(2 days + ((seed >> 72) % 2 days) * (seed % 5 % 2)),
            quorumBps: uint16(bound(seed >> 104, 3000, seed % 8 == 0 ? 10_000 : 4000)),
            approvalBps: uint16(bound(seed >> 136, 5001, seed % 8 == 1 ? 10_000 : 6500)),
            feeBps: uint16(bound(seed >> 168, 0, 1000)),
            slashBps: uint16(bound(seed >> 184, 500, 5000)),
            minVoters: uint8(3 + (seed >> 216) % 2)
        });
    }

    /// @dev Three in four of those that can take part do, and three in four of them lean to one side.
    function voteMostly(bytes32 id, uint256 seed) internal {
        bool lean = seed % 3 != 0;
        for (uint256 i; i < world.PARTICIPANTS(); ++i) {
            address who = participant(i);
            bool absent = (seed >> (8 + 2 * i)) & 3 == 0;
            bool dissents = (seed >> (32 + 2 * i)) & 3 == 0;
            if (!absent && _fits(id, who, 0, 0)) world.vote(id, who, lean != dissents, ROOT);
        }
    }

    function participant(uint256 seed) internal view returns (address) {
        return world.account(seed % world.PARTICIPANTS());
    }

    function anybody(uint256 seed) internal view returns (address) {
        return world.account(seed);
    }

    /// @dev Were builders and backers any others than those without a bond, hardly anybody could vote.
    function mostlyIdle(uint256 seed) internal view returns (address) {
        return seed % 8 == 0 ? participant(seed >> 3) : world.account(5 + (seed >> 3) % 3);
    }

    /// @dev Mostly the owner itself, sometimes somebody else, rarely the zero address.
    function receiver(address own, uint256 seed) internal view returns (address) {
        if (seed % 4 != 0) return own;
        return seed % 32 == 0 ? address(0) : anybody(seed >> 5);
    }

    /// @dev Mostly an ended milestone and somebody whose vote there is between `least` and `most`; zero if there is
    /// none.
    function pickVote(uint256 seed, uint8 least, uint8 most) internal view returns (bytes32 id, address who) {
        uint256 count = world.idCount();
        if (seed % 16 == 0) return (world.ids((seed / 16) % count), participant(seed / 256));
        for (uint256 i; i < count; ++i) {
            id = world.ids((seed / 16 + i) % count);
            if (world.stateOf(id) < IMilestoneEscrow.State.Verified) continue;
            who = verifierFor(id, seed, least, most);
            if (who != address(0)) return (id, who);
        }
        return (0, address(0));
    }

    /// @dev Mostly somebody whose vote is between `least` and `most`, and who could have voted; zero if there is none.
    function verifierFor(bytes32 id, uint256 seed, uint8 least, uint8 most) internal view returns (address who) {
        if (seed % 16 == 0) return participant(seed / 16);
        for (uint256 i; i < world.PARTICIPANTS(); ++i) {
            who = participant(seed / 16 + i);
            if (_fits(id, who, least, most)) return who;
        }
        return address(0);
    }

    function _fits(bytes32 id, address who, uint8 least, uint8 most) private view returns (bool) {
        uint8 cast = world.voteOf(id, who);
        if (cast < least || cast > most) return false;
        return cast != 0 || (world.isActive(who) && !world.hasConflict(id, who) && world.warmIn(id, who) != 0);
    }

    /// @dev Mostly small stakes, sometimes the least, a wei less, nothing at all, or all that a milestone holds.
    function amountFrom(uint256 seed) internal pure returns (uint256) {
        if (seed % 31 == 0) return 0;
        if (seed % 31 == 1) return 0.01 ether - 1;
        if (seed % 31 == 2) return 0.01 ether;
        if (seed % 31 == 3) return type(uint88).max;
        return 0.01 ether + seed % 5 ether;
    }

    /// @dev One second before the end of the milestone's window, in that second, or one after.
    function goToTheEndOf(bytes32 id, uint256 seed) internal {
        goAround(endOf(id), seed);
    }

    function goAround(uint40 edge, uint256 seed) internal {
        edge = edge + uint40(seed % 3);
        if (edge > timeNow() + 1) vm.warp(edge - 1);
    }

    function endOf(bytes32 id) internal view returns (uint40) {
        IMilestoneEscrow.Milestone memory milestone = world.expectedOf(id);
        if (milestone.state == IMilestoneEscrow.State.Open) return milestone.deadline;
        if (milestone.state == IMilestoneEscrow.State.Voting) return milestone.votingEndsAt;
        if (milestone.state == IMilestoneEscrow.State.Provisional) return milestone.challengeEndsAt;
        if (milestone.state == IMilestoneEscrow.State.Disputed) return milestone.arbitrationEndsAt;
        return 0;
    }
}
