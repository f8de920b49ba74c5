// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Handler} from "./Handler.sol";
import {World} from "./World.sol";

/// @notice Steers: takes one milestone a legal step further, or stands it exactly on the edge of a window.
contract DriverHandler is Handler {
    constructor(World world_) Handler(world_) {}

    /// @dev At the edge both what has just ended and what has just become possible are tried.
    function pushAtTheEdge(uint256 which, uint256 seed) external {
        seed = mix(seed);
        bytes32 id = _pickGoing(mix(which));
        if (id == 0) return;
        IMilestoneEscrow.Milestone memory milestone = world.expectedOf(id);
        // Deadlines lie far ahead: going to one lets all the others pass.
        if (milestone.state != IMilestoneEscrow.State.Open || seed & 24 == 0) goToTheEndOf(id, seed >> 8);
        if (milestone.state == IMilestoneEscrow.State.Open) {
            world.stake(id, mostlyIdle(seed >> 16), 1 ether);
            if (seed % 2 == 0) world.submit(id, milestone.builder, ROOT);
            else world.tally(id);
        } else if (milestone.state == IMilestoneEscrow.State.Voting) {
            if (seed % 2 == 0) voteMostly(id, seed >> 16);
            world.tally(id);
        } else if (milestone.state == IMilestoneEscrow.State.Provisional) {
            if (seed % 2 == 0) world.dispute(id, participant(seed >> 16), world.leastDisputeBond(id));
            world.finalize(id);
        } else if (milestone.state == IMilestoneEscrow.State.Disputed) {
            if (seed % 2 == 0) world.rule(id, world.arbiter(), seed % 4 == 0);
            world.finalize(id);
        }
    }

    /// @dev Stake that is bonded now and counts, or does not yet, when the evidence comes a warm-up later.
    function submitAtTheEndOfWarmUp(uint256 which, uint256 who, uint256 seed) external {
        seed = mix(seed);
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Open);
        if (id == 0) return;
        address account = participant(who);
        if (seed % 4 == 0) world.startUnbond(account, world.bondNow(account) / 2);
        else world.bondMore(account, 1 ether + (seed >> 8) % 8 ether);
        goAround(timeNow() + world.WARM_UP() + 1, seed >> 16);
        world.submit(id, world.expectedOf(id).builder, ROOT);
        world.vote(id, account, seed % 8 < 6, ROOT);
        if (seed % 8 == 0) world.startUnbond(account, world.bondNow(account));
    }

    /// @dev Two milestones that one verifier leaves to the others. The second charge comes within a warm-up of the
    /// first, or just not.
    function abstainTwice(uint256 who, uint256 seed) external {
        seed = mix(seed);
        address verifier = world.account(mix(who) % 5);
        (bytes32 first, bytes32 second) = (create(seed), create(mix(seed)));
        if (second == 0) return;
        _endWithout(verifier, first, second);
        world.settleAbstention(first, verifier);
        goAround(world.chargedAt(verifier) + world.WARM_UP(), seed >> 2);
        world.settleAbstention(second, verifier);
    }

    function advance(uint256 which, uint256 seed) external {
        bytes32 id = _pickGoing(mix(which));
        if (id != 0) step(id, mix(seed));
    }

    /// @dev Everything twice, so that paying, refunding, slashing or rewarding twice would show.
    function cleanUp(uint256 which, uint256 seed) external {
        (bytes32 id,) = pickVote(mix(which), 1, 2);
        if (id == 0) return;
        if (world.stateOf(id) == IMilestoneEscrow.State.Verified) world.release(id, true);
        World.Vote[] memory votes = world.votesOf(id);
        for (uint256 i; i < votes.length; ++i) {
            if (!votes[i].settled) world.settle(id, votes[i].verifier);
        }
        for (uint256 i; i < 9; ++i) {
            if (world.stakeOf(id, participant(i)) != 0) world.refund(id, participant(i));
        }
        address again = participant(mix(seed));
        world.release(id, true);
        world.settle(id, again);
        world.refund(id, again);
    }

    function _endWithout(address verifier, bytes32 first, bytes32 second) private {
        world.submit(first, world.expectedOf(first).builder, ROOT);
        world.submit(second, world.expectedOf(second).builder, ROOT);
        for (uint256 i; i < 5; ++i) {
            address who = participant(i);
            if (who == verifier) continue;
            world.vote(first, who, true, ROOT);
            world.vote(second, who, true, ROOT);
        }
        goAround(endOf(first) > endOf(second) ? endOf(first) : endOf(second), 1);
        world.tally(first);
        world.tally(second);
        goAround(endOf(first) > endOf(second) ? endOf(first) : endOf(second), 1);
        world.finalize(first);
        world.finalize(second);
    }

    /// @dev A milestone that has not ended; a new one if there is none.
    function _pickGoing(uint256 seed) private returns (bytes32 id) {
        id = pick(seed, IMilestoneEscrow.State.Open, IMilestoneEscrow.State.Disputed);
        return id == 0 ? create(mix(seed)) : id;
    }
}
