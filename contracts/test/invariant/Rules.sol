// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Model} from "./Model.sol";

/// @title What follows from what happened
abstract contract Rules is Model {
    function expectedOf(bytes32 id) public view returns (IMilestoneEscrow.Milestone memory expected) {
        expected = _milestones[id];
        (expected.approvingWeight, expected.rejectingWeight) = _cast(id);
        expected.voters = uint16(_votes[id].length);
        for (uint256 i; i < _capped[id].length; ++i) {
            expected.excessWeight += warmBefore(_capped[id][i], expected.submittedAt) - expected.totalWeight / 3;
        }
    }

    function positionsOf(bytes32 id) external view returns (Position[] memory positions) {
        positions = new Position[](PARTICIPANTS);
        for (uint256 i; i < PARTICIPANTS; ++i) {
            address who = account(i);
            positions[i] = Position(
                stakeOf[id][who], _stakedBy[id][who], _refundedTo[id][who], voteOf(id, who), _weightOf(id, who)
            );
        }
    }

    function accountOf(address who) external view returns (Account memory) {
        return Account({
            claimable: claimable[who],
            nonce: _nonceOf[who],
            openVotes: _openOn[who].length,
            locked: lockedOf(who),
            bonded: bondNow(who),
            unbonding: unbonding[who],
            unbondReadyAt: unbondReadyAt[who],
            rewards: rewardsOf[who]
        });
    }

    function paused() public view returns (bool) {
        return _pauseEnds.length != 0 && timeNow() < _pauseEnds[_pauseEnds.length - 1];
    }

    /// @dev The end of the last pause, and from when on the next is allowed; zeros if there was none.
    function pauseEdges() public view returns (uint40 until, uint40 next) {
        if (_pauseEnds.length == 0) return (0, 0);
        until = _pauseEnds[_pauseEnds.length - 1];
        next = until + policy().pausePeriod;
    }

    function bondNow(address who) public view returns (uint256) {
        Bonded[] storage history = _bonds[who];
        return history.length == 0 ? 0 : history[history.length - 1].amount;
    }

    function bondBefore(address who, uint40 moment) public view returns (uint256) {
        Bonded[] storage history = _bonds[who];
        for (uint256 i = history.length; i > 0; --i) {
            if (history[i - 1].since < moment) return history[i - 1].amount;
        }
        return 0;
    }

    /// @dev What was there a warm-up before `moment` and still right before it.
    function warmBefore(address who, uint40 moment) public view returns (uint256) {
        return moment < WARM_UP ? 0 : _min(bondBefore(who, moment - WARM_UP), bondBefore(who, moment));
    }

    function _totalBefore(uint40 moment) internal view returns (uint256 total) {
        for (uint256 i; i < PARTICIPANTS; ++i) {
            total += bondBefore(account(i), moment);
        }
    }

    /// @dev What `who` had warmed up when voting opened.
    function warmIn(bytes32 id, address who) public view returns (uint256) {
        return warmBefore(who, _milestones[id].submittedAt);
    }

    function isActive(address who) public view returns (bool) {
        return bondNow(who) >= MIN_BOND;
    }

    function voteOf(bytes32 id, address who) public view returns (uint8) {
        if (_abstained[id][who]) return 5;
        Vote[] storage votes = _votes[id];
        for (uint256 i; i < votes.length; ++i) {
            if (votes[i].verifier == who) return (votes[i].support ? 2 : 1) + (votes[i].settled ? 2 : 0);
        }
        return 0;
    }

    function _weightOf(bytes32 id, address who) internal view returns (uint256) {
        Vote[] storage votes = _votes[id];
        for (uint256 i; i < votes.length; ++i) {
            if (votes[i].verifier == who) return votes[i].weight;
        }
        return 0;
    }

    function lockedOf(address who) public view returns (uint256 locked) {
        for (uint256 i; i < _openOn[who].length; ++i) {
            locked += _lock(_openOn[who][i], _weightOf(_openOn[who][i], who));
        }
    }

    function hasConflict(bytes32 id, address who) public view returns (bool) {
        return who == _milestones[id].builder || _stakedBy[id][who] != 0;
    }

    /// @dev Certain when all other stake bonded at the opening, warm or not, changes nothing on either side.
    function isCertain(bytes32 id) public view returns (bool) {
        IMilestoneEscrow.Milestone memory milestone = expectedOf(id);
        uint256 uncast = _totalBefore(milestone.submittedAt) - milestone.excessWeight - milestone.approvingWeight
            - milestone.rejectingWeight;
        bool approved = _isQuorate(milestone) && _isApproved(milestone, uncast);
        return approved || milestone.rejectingWeight > milestone.approvingWeight + uncast;
    }

    function _verdictOf(bytes32 id) internal view returns (bool) {
        IMilestoneEscrow.Milestone memory milestone = expectedOf(id);
        return _isQuorate(milestone) && _isApproved(milestone, 0);
    }

    function leastDisputeBond(bytes32 id) public view returns (uint256) {
        uint256 share = _milestones[id].staked / 20;
        return share < 0.01 ether ? 0.01 ether : share;
    }

    function _setBond(address who, uint256 amount) internal {
        _bonds[who].push(Bonded(timeNow(), amount));
    }

    function _cast(bytes32 id) internal view returns (uint256 approving, uint256 rejecting) {
        Vote[] storage votes = _votes[id];
        for (uint256 i; i < votes.length; ++i) {
            if (votes[i].support) approving += votes[i].weight;
            else rejecting += votes[i].weight;
        }
    }

    function _lock(bytes32 id, uint256 weight) internal view returns (uint256) {
        return weight * _milestones[id].params.slashBps / 10_000;
    }

    function _isWrong(bytes32 id, Vote storage vote) internal view returns (bool) {
        return _milestones[id].overturned && vote.support != _milestones[id].verdict;
    }

    function _isQuorate(IMilestoneEscrow.Milestone memory milestone) internal pure returns (bool) {
        uint256 cast = milestone.approvingWeight + milestone.rejectingWeight;
        return milestone.voters >= milestone.params.minVoters
            && cast * 10_000 >= (milestone.totalWeight - milestone.excessWeight) * milestone.params.quorumBps;
    }

    /// @dev With `against` more weight on the rejecting side than was cast.
    function _isApproved(IMilestoneEscrow.Milestone memory milestone, uint256 against) internal pure returns (bool) {
        uint256 all = milestone.approvingWeight + milestone.rejectingWeight + against;
        return all > 0 && milestone.approvingWeight * 10_000 >= all * milestone.params.approvalBps;
    }

    function _min(uint256 left, uint256 right) internal pure returns (uint256) {
        return left < right ? left : right;
    }
}
