// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Deployment} from "../support/Deployment.sol";

/// @title What the contracts should hold, written a second time and for reading
/// @notice Nothing here asks the contracts anything: a wrong rule must be wrong twice to go unnoticed.
abstract contract Model is Deployment {
    struct Books {
        uint256 stakedIn;
        uint256 released;
        uint256 refunded;
    }

    struct Vote {
        address verifier;
        bool support;
        uint256 weight;
    }

    struct Bonded {
        uint40 since;
        uint256 amount;
    }

    uint256 internal constant ACTORS = 8;

    bytes32[] public ids;
    bool public paused;
    uint256 public ethIn;
    uint256 public ethOut;
    uint256 public forced;
    uint256 public registryIn;
    uint256 public registryOut;
    uint256 public pot;

    mapping(bytes32 id => IMilestoneEscrow.Milestone) internal _expected;
    mapping(bytes32 id => Books) public books;
    mapping(bytes32 id => mapping(address backer => uint256)) public stakeOf;
    mapping(bytes32 id => mapping(address backer => uint256)) public stakedBy;
    mapping(bytes32 id => mapping(address backer => uint256)) public refundedTo;
    mapping(bytes32 id => mapping(address verifier => uint8)) public voteOf;
    mapping(bytes32 id => mapping(address verifier => uint256)) public slashesOf;
    mapping(bytes32 id => Vote[]) internal _votes;
    mapping(address account => uint256) public claimable;
    mapping(address account => uint256) public nonceOf;
    mapping(address account => uint256) public openVotes;
    mapping(address account => Bonded[]) internal _bonds;
    mapping(address account => uint256) public unbonding;
    mapping(address account => uint40) public unbondReadyAt;

    function actor(uint256 index) public pure returns (address) {
        return address(uint160(0x1000 + index % ACTORS));
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    function expectedOf(bytes32 id) external view returns (IMilestoneEscrow.Milestone memory) {
        return _expected[id];
    }

    function votesOf(bytes32 id) external view returns (Vote[] memory) {
        return _votes[id];
    }

    function bondNow(address account) public view returns (uint256) {
        Bonded[] storage history = _bonds[account];
        return history.length == 0 ? 0 : history[history.length - 1].amount;
    }

    function bondBefore(address account, uint40 moment) public view returns (uint256) {
        Bonded[] storage history = _bonds[account];
        for (uint256 i = history.length; i > 0; --i) {
            if (history[i - 1].since < moment) return history[i - 1].amount;
        }
        return 0;
    }

    function totalBefore(uint40 moment) public view returns (uint256 total) {
        for (uint256 i; i < ACTORS; ++i) {
            total += bondBefore(actor(i), moment);
        }
    }

    function _setBond(address account, uint256 amount) internal {
        _bonds[account].push(Bonded(timeNow(), amount));
    }

    /// @dev The rule of the specification, with `approving` and `rejecting` more weight than was cast.
    function _approves(IMilestoneEscrow.Milestone memory milestone, uint256 approving, uint256 rejecting)
        internal
        pure
        returns (bool)
    {
        uint256 forIt = milestone.approvingWeight + approving;
        uint256 all = forIt + milestone.rejectingWeight + rejecting;
        return all > 0 && forIt * 10_000 >= all * milestone.params.approvalBps;
    }

    function _quorate(IMilestoneEscrow.Milestone memory milestone) internal pure returns (bool) {
        uint256 cast = milestone.approvingWeight + milestone.rejectingWeight;
        return milestone.voters >= milestone.params.minVoters
            && cast * 10_000 >= milestone.totalWeight * milestone.params.quorumBps;
    }

    function _verdict(IMilestoneEscrow.Milestone memory milestone) internal pure returns (bool) {
        return _quorate(milestone) && _approves(milestone, 0, 0);
    }

    /// @dev Certain when the remaining weight changes nothing, all of it on either side.
    function _certain(IMilestoneEscrow.Milestone memory milestone) internal pure returns (bool) {
        if (milestone.totalWeight == 0) return false;
        uint256 left = milestone.totalWeight - milestone.approvingWeight - milestone.rejectingWeight;
        bool surelyApproved = _quorate(milestone) && _approves(milestone, 0, left);
        bool surelyRejected = !_approves(milestone, left, 0);
        return surelyApproved || surelyRejected;
    }

    function _leastBond(IMilestoneEscrow.Milestone memory milestone) internal pure returns (uint256) {
        return milestone.staked / 20 < 0.01 ether ? 0.01 ether : milestone.staked / 20;
    }
}
