// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Bonds} from "./Bonds.sol";

/// @title Everything that verifiers do to a milestone, and what it costs or earns them
abstract contract Votes is Bonds {
    function vote(bytes32 id, address who, bool support, bytes32 root) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        uint256 third = milestone.totalWeight / 3;
        bool open = milestone.state == IMilestoneEscrow.State.Voting && timeNow() < milestone.votingEndsAt
            && root == milestone.evidenceRoot && voteOf(id, who) == 0 && !hasConflict(id, who);
        uint256 warm = open ? warmIn(id, who) : 0;
        uint256 weight = open && isActive(who) ? _min(_min(warm, third), bondNow(who) - lockedOf(who)) : 0;
        bytes memory call = abi.encodeCall(escrow.vote, (id, support, root));
        if (!_attempt("vote", weight > 0, who, 0, call)) return;

        if (warm > third && !isCapped(id, who)) _capped[id].push(who);
        _votes[id].push(Vote(who, support, false, weight));
        _openOn[who].push(id);
        if (weight < _min(warm, third)) ++reached["vote with the rest of a bond"];
        _observe(id);
    }

    function capWeight(bytes32 id, address who) external {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        bool allowed = milestone.state == IMilestoneEscrow.State.Voting && !isCapped(id, who)
            && warmIn(id, who) > milestone.totalWeight / 3;
        bytes memory call = abi.encodeCall(escrow.capWeight, (id, who));
        if (!_attempt("capWeight", allowed, account(6), 0, call)) return;

        _capped[id].push(who);
        _observe(id);
    }

    function settle(bytes32 id, address who) external {
        address[] memory list = new address[](1);
        list[0] = who;
        _settle("settleVote", id, list, abi.encodeCall(escrow.settleVote, (id, who)));
    }

    function settleMany(bytes32 id, address[] calldata list) external {
        _settle("settleVotes", id, list, abi.encodeCall(escrow.settleVotes, (id, list)));
    }

    function settleAbstention(bytes32 id, address who) external {
        bool owes = owesAbstention(id, who);
        bool isTooSoon = chargedAt[who] != 0 && timeNow() - chargedAt[who] < WARM_UP;
        uint256 charged = warmIn(id, who) / 1000;
        bool isFree = charged > 0 && charged <= bondNow(who) - lockedOf(who);
        bytes memory call = abi.encodeCall(escrow.settleAbstention, (id, who));
        if (!_attempt("settleAbstention", owes && !isTooSoon && isFree, account(7), 0, call)) {
            if (owes && isTooSoon) ++reached["abstention within a warm-up of the last"];
            return;
        }
        _abstained[id][who] = true;
        _observe(id);
        if (timeNow() == chargedAt[who] + WARM_UP) ++reached["abstention charged a warm-up after the last"];
        chargedAt[who] = timeNow();
        _take(who, charged, 0);
        ++reached["abstention charged"];
    }

    /// @dev Backers and builders too: voting had its whole window, enough others voted, and the stake counted.
    function owesAbstention(bytes32 id, address who) public view returns (bool) {
        IMilestoneEscrow.Milestone storage milestone = _milestones[id];
        return milestone.state >= IMilestoneEscrow.State.Verified && talliedAt[id] != 0
            && talliedAt[id] >= milestone.votingEndsAt && _votes[id].length >= milestone.params.minVoters
            && voteOf(id, who) == 0 && warmIn(id, who) > 0 && isActive(who);
    }

    function isCapped(bytes32 id, address who) public view returns (bool) {
        address[] storage capped = _capped[id];
        for (uint256 i; i < capped.length; ++i) {
            if (capped[i] == who) return true;
        }
        return false;
    }

    function _settle(string memory name, bytes32 id, address[] memory list, bytes memory call) private {
        uint256[] memory bonds = new uint256[](list.length);
        uint256[] memory locks = new uint256[](list.length);
        for (uint256 i; i < list.length; ++i) {
            bonds[i] = registry.bondOf(list[i]);
            locks[i] = escrow.lockedOf(list[i]);
        }
        bool ended = stateOf(id) >= IMilestoneEscrow.State.Verified;
        if (!_attempt(name, ended && _areSettleable(id, list), account(4), 0, call)) return;

        _observe(id);
        for (uint256 i; i < list.length; ++i) {
            _settleOne(id, list[i]);
            uint256 lost = bonds[i] - registry.bondOf(list[i]);
            _require(lost <= locks[i] - escrow.lockedOf(list[i]), "slashed for more than was locked");
        }
    }

    /// @dev Each has an open vote, is named once, and comes after all wrong ones if it was right about an overturned
    /// verdict.
    function _areSettleable(bytes32 id, address[] memory list) private view returns (bool) {
        for (uint256 i; i < list.length; ++i) {
            uint8 cast = voteOf(id, list[i]);
            if ((cast != 1 && cast != 2) || _isAmong(list, i, list[i])) return false;
            if (!_milestones[id].overturned || (cast == 2) != _milestones[id].verdict) continue;
            Vote[] storage votes = _votes[id];
            for (uint256 j; j < votes.length; ++j) {
                bool pending = _isWrong(id, votes[j]) && !votes[j].settled;
                if (pending && !_isAmong(list, i, votes[j].verifier)) return false;
            }
        }
        return true;
    }

    function _isAmong(address[] memory list, uint256 count, address who) private pure returns (bool) {
        for (uint256 i; i < count; ++i) {
            if (list[i] == who) return true;
        }
        return false;
    }

    function _settleOne(bytes32 id, address who) private {
        Vote[] storage votes = _votes[id];
        (uint256 own, uint256 right, uint256 prize) = (0, 0, 0);
        for (uint256 i; i < votes.length; ++i) {
            if (votes[i].verifier == who) own = i;
            if (_isWrong(id, votes[i])) prize += _lock(id, votes[i].weight) / 2;
            else right += votes[i].weight;
        }
        votes[own].settled = true;
        _close(id, who);
        if (!_milestones[id].overturned) return;
        if (_isWrong(id, votes[own])) {
            uint256 lost = _lock(id, votes[own].weight);
            _take(who, lost, right == 0 ? 0 : lost / 2);
            if (lost != 0) ++reached[right == 0 ? "slashed where nobody was right" : "slashed where some were right"];
        } else {
            uint256 amount = prize * votes[own].weight / right;
            reserved -= amount;
            rewardsOf[who] += amount;
            if (amount != 0) ++reached["rewarded"];
        }
    }

    function _close(bytes32 id, address who) private {
        bytes32[] storage open = _openOn[who];
        for (uint256 i; i < open.length; ++i) {
            if (open[i] == id) open[i] = open[open.length - 1];
        }
        open.pop();
    }
}
