// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Handler} from "./Handler.sol";
import {World} from "./World.sol";

contract BuilderHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function create(uint256 seed, uint256 variety) external {
        (seed, variety) = (mix(seed), mix(variety));
        if (seed % 4 != 0) {
            create(seed);
            return;
        }
        IMilestoneEscrow.Params memory params = paramsFrom(variety);
        uint256 kind = (seed >> 8) % 20;
        uint40 deadline = _spoil(params, kind);
        world.create(mostlyIdle(seed >> 16), deadline, params, kind < 3 ? kind + 1 : 0);
    }

    function submit(uint256 which, uint256 seed) external {
        seed = mix(seed);
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Open);
        if (id == 0) return;
        address caller = seed % 16 == 0 ? participant(seed >> 8) : world.expectedOf(id).builder;
        world.submit(id, caller, seed % 16 == 1 ? bytes32(0) : ROOT);
    }

    /// @dev Rarely by the builder, as nothing more happens to a milestone that was cancelled.
    function cancel(uint256 which, uint256 seed) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Open);
        seed = mix(seed);
        if (id == 0 || seed % 4 != 0) return;
        if (seed % 8 == 0) world.stake(id, mostlyIdle(seed >> 16), 1 ether);
        world.cancel(id, seed % 16 == 0 ? participant(seed >> 8) : world.expectedOf(id).builder);
    }

    /// @dev Puts one parameter just beyond its bound, or a sound deadline of one second for an odd kind.
    function _spoil(IMilestoneEscrow.Params memory params, uint256 kind) private view returns (uint40) {
        uint256 windows = uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod;
        uint256 rest = world.UNBONDING() - windows;
        if (kind == 3) params.votingPeriod = 1 days - 1;
        else if (kind == 4) params.challengePeriod = 1 days - 1;
        else if (kind == 5) params.arbitrationPeriod = 2 days - 1;
        else if (kind == 6) params.arbitrationPeriod += uint32(rest + 1);
        else if (kind == 7) params.votingPeriod += uint32(rest + 1);
        else if (kind == 8) params.quorumBps = 2999;
        else if (kind == 9) params.quorumBps = 10_001;
        else if (kind == 10) params.approvalBps = 5000;
        else if (kind == 11) params.approvalBps = 10_001;
        else if (kind == 12) params.feeBps = 1001;
        else if (kind == 13) params.slashBps = 499;
        else if (kind == 14) params.slashBps = 5001;
        else if (kind == 15) params.minVoters = 2;
        else if (kind == 16) params.challengePeriod = type(uint32).max;
        else if (kind == 17) return timeNow();
        else if (kind == 18) return timeNow() + 365 days + 1;
        else if (kind == 19) return type(uint40).max;
        return timeNow() + 1;
    }
}

contract BackerHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function stake(uint256 which, uint256 who, uint256 amount) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Open);
        if (id != 0) world.stake(id, mostlyIdle(mix(who)), amountFrom(mix(amount)));
    }

    function refund(uint256 which, uint256 who) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Failed);
        if (id == 0) return;
        address backer = participant(who);
        for (uint256 i; i < 9 && world.stakeOf(id, backer) == 0; ++i) {
            backer = participant(mix(who) + i);
        }
        world.refund(id, backer);
    }

    function withdraw(uint256 who, uint256 seed) external {
        address account = anybody(who);
        for (uint256 i; i < 14 && world.claimable(account) == 0; ++i) {
            account = anybody(mix(who) + i);
        }
        if (world.claimable(account) != 0 || seed % 8 == 0) world.withdraw(account, receiver(account, mix(seed)));
    }
}

contract VerifierHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function vote(uint256 which, uint256 who, bool support, uint256 seed) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Voting);
        address verifier = id == 0 ? address(0) : verifierFor(id, mix(who), 0, 0);
        if (verifier == address(0)) return;
        seed = mix(seed);
        world.vote(id, verifier, support, seed % 16 == 0 ? keccak256("other") : ROOT);
        if (seed % 4 == 1) world.vote(id, verifier, !support, ROOT);
    }

    function settle(uint256 which, uint256 who) external {
        (bytes32 id, address verifier) = pickVote(mix(which) ^ who, 1, 2);
        if (id != 0) world.settle(id, verifier);
    }

    /// @dev All open votes at once, mostly those first that lost against the final verdict; sometimes one twice.
    function settleMany(uint256 which, uint256 seed) external {
        (bytes32 id,) = pickVote(mix(which), 1, 2);
        seed = mix(seed);
        World.Vote[] memory votes = world.votesOf(id);
        bool verdict = world.expectedOf(id).verdict;
        address[] memory list = new address[](votes.length + 1);
        uint256 count;
        for (uint256 round; round < 2; ++round) {
            bool side = (round == 1) == (seed % 8 == 1 ? !verdict : verdict);
            for (uint256 i; i < votes.length; ++i) {
                if (votes[i].support == side && !votes[i].settled) list[count++] = votes[i].verifier;
            }
        }
        if (count == 0) return;
        if (seed % 16 == 0) list[count++] = list[0];
        assembly {
            mstore(list, count)
        }
        world.settleMany(id, list);
    }

    function settleAbstention(uint256 which, uint256 who) external {
        (bytes32 id, address verifier) = pickVote(mix(which) ^ who, 0, 0);
        if (id != 0) world.settleAbstention(id, verifier);
    }

    function capWeight(uint256 which, uint256 who) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Voting);
        if (id == 0) return;
        address whale = participant(who);
        for (uint256 i; i < 9; ++i) {
            if (world.bondNow(participant(i)) > world.bondNow(whale)) whale = participant(i);
        }
        world.capWeight(id, whale);
    }

    function bond(uint256 who, uint256 amount) external {
        uint256 seed = mix(amount);
        world.bondMore(participant(who), seed % 16 == 0 ? seed % 2 : seed % 16 == 1 ? 1 ether : seed % 4 ether);
    }

    /// @dev Mostly a part; sometimes all, or exactly as much as is free, or a wei more.
    function startUnbond(uint256 who, uint256 seed) external {
        address account = participant(mix(who));
        seed = mix(seed);
        uint256 bonded = world.bondNow(account);
        if (bonded == 0 && seed % 8 != 0) return;
        uint256 amount = seed % (bonded + 2) / 3;
        if (seed % 8 == 0) amount = bonded;
        else if (seed % 8 < 3) amount = bonded - world.lockedOf(account) + seed % 8 - 1;
        world.startUnbond(account, amount);
    }

    function withdrawUnbonded(uint256 who, uint256 seed) external {
        address account = participant(who);
        for (uint256 i; i < 9 && world.unbonding(account) == 0; ++i) {
            account = participant(mix(who) + i);
        }
        seed = mix(seed);
        if (seed % 8 == 0) goAround(world.unbondReadyAt(account), seed >> 3);
        else if (timeNow() < world.unbondReadyAt(account) || world.unbonding(account) == 0) return;
        world.withdrawUnbonded(account, receiver(account, seed >> 8));
    }

    function withdrawRewards(uint256 who, uint256 seed) external {
        address account = participant(who);
        for (uint256 i; i < 9 && world.rewardsOf(account) == 0; ++i) {
            account = participant(mix(who) + i);
        }
        if (world.rewardsOf(account) != 0 || seed % 8 == 0) {
            world.withdrawRewards(account, receiver(account, mix(seed)));
        }
    }

    function sweep(uint256 seed) external {
        if (world.pot() != 0 || seed % 4 == 0) world.sweepSlashed();
    }
}

contract CourtHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function dispute(uint256 which, uint256 who, uint256 seed) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Provisional);
        if (id == 0) return;
        uint256 least = world.leastDisputeBond(id);
        seed = mix(seed);
        world.dispute(id, participant(who), seed % 8 == 0 ? least - 1 : least + seed % 3);
    }

    function rule(uint256 which, uint256 seed, bool verdict) external {
        seed = mix(seed);
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Disputed);
        if (id != 0) world.rule(id, seed % 8 == 0 ? participant(seed >> 8) : world.arbiter(), verdict);
    }

    /// @dev Mostly ended again at once, as nothing begins while it lasts.
    function pause(uint256 seed) external {
        seed = mix(seed);
        (uint40 until, uint40 next) = world.pauseEdges();
        if (seed % 16 == 0) goAround(next, seed >> 8);
        else if (seed % 16 == 1) goAround(until, seed >> 8);
        if (timeNow() >= next || seed % 4 == 0) world.pause();
        world.renounceWhilePaused();
        if (world.paused() ? seed % 8 > 1 : seed % 16 == 2) world.unpause();
    }

    function passOn(uint256 who, uint256 seed, bool fee) external {
        seed = mix(seed);
        address present = fee ? world.feeRecipient() : world.slashReceiver();
        address caller = seed % 8 == 0 ? anybody(who) : present;
        address next = seed % 8 == 1 ? address(0) : anybody(seed % 4 == 2 ? 8 + (seed >> 8) % 5 : seed >> 8);
        if (fee) world.setFeeRecipient(caller, next);
        else world.setSlashReceiver(caller, next);
    }
}

contract KeeperHandler is Handler {
    constructor(World world_) Handler(world_) {}

    function tally(uint256 which, uint256 seed) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Voting);
        if (id == 0) return;
        goToTheEndOf(id, mix(seed));
        world.tally(id);
    }

    function finalize(uint256 which, uint256 seed) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Provisional);
        if (id == 0) return;
        goToTheEndOf(id, mix(seed));
        world.finalize(id);
    }

    function release(uint256 which, uint256 seed) external {
        bytes32 id = reach(mix(which), IMilestoneEscrow.State.Verified);
        if (id != 0) world.release(id, mix(seed) % 8 != 0);
    }

    function wait_(uint256 elapsed) external {
        skip(elapsed % 1 days);
    }

    function force(uint256 amount) external {
        world.force(amount % 3);
    }
}
