// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "../support/Base.sol";

/// @title What the contracts should hold, written a second time and for reading
/// @notice Nothing here asks the contracts anything: a wrong rule must be wrong twice to go unnoticed. Where they keep
/// running sums, the model keeps the list of what happened and `Rules` adds it up whenever a sum is needed.
abstract contract Model is Base {
    struct Books {
        uint256 stakedIn;
        uint256 released;
        uint256 refunded;
    }

    struct Vote {
        address verifier;
        bool support;
        bool settled;
        uint256 weight;
    }

    struct Bonded {
        uint40 since;
        uint256 amount;
    }

    /// @dev What one participant has in one milestone.
    struct Position {
        uint256 stake;
        uint256 stakedIn;
        uint256 refunded;
        uint8 vote;
        uint256 weight;
    }

    struct Account {
        uint256 claimable;
        uint256 nonce;
        uint256 openVotes;
        uint256 locked;
        uint256 bonded;
        uint256 unbonding;
        uint40 unbondReadyAt;
        uint256 rewards;
    }

    uint256 public constant ACCOUNTS = 14;
    /// @dev Accounts 0 to 4 are bonded from the beginning; 5 to 7 mostly build and back.
    uint256 public constant PARTICIPANTS = 9;
    uint40 public constant UNBONDING = 21 days;
    uint40 public constant WARM_UP = 1 days;
    uint256 public constant MIN_BOND = 1 ether;
    bytes32 internal constant PROJECT = keccak256("project");
    bytes32 internal constant METADATA = keccak256("metadata");

    bytes32[] public ids;
    uint256 public ethIn;
    uint256 public ethOut;
    uint256 public registryIn;
    uint256 public registryOut;
    /// @dev What was forced into both contracts by destroying another.
    uint256 public forced;
    uint256 public pot;
    uint256 public reserved;
    address public feeRecipient = account(9);
    address public slashReceiver = account(10);
    uint40[] internal _pauseEnds;

    mapping(bytes32 id => IMilestoneEscrow.Milestone) internal _milestones;
    mapping(bytes32 id => Books) public books;
    mapping(bytes32 id => uint40) public talliedAt;
    mapping(bytes32 id => mapping(address backer => uint256)) public stakeOf;
    mapping(bytes32 id => mapping(address backer => uint256)) internal _stakedBy;
    mapping(bytes32 id => mapping(address backer => uint256)) internal _refundedTo;
    mapping(bytes32 id => mapping(address verifier => bool)) internal _abstained;
    mapping(bytes32 id => Vote[]) internal _votes;
    mapping(bytes32 id => address[]) internal _capped;
    mapping(address account => uint256) public claimable;
    mapping(address account => uint256) internal _nonceOf;
    mapping(address account => Bonded[]) internal _bonds;
    /// @dev The milestones on which a vote of the account is not settled.
    mapping(address account => bytes32[]) internal _openOn;
    mapping(address account => uint256) public unbonding;
    mapping(address account => uint40) public unbondReadyAt;
    mapping(address account => uint40) public chargedAt;
    mapping(address account => uint256) public rewardsOf;

    function policy() public pure returns (IMilestoneEscrow.Policy memory) {
        return IMilestoneEscrow.Policy({
            votingPeriodMin: 1 days,
            challengePeriodMin: 1 days,
            arbitrationPeriodMin: 2 days,
            deadlineMax: 365 days,
            pausePeriod: 7 days,
            quorumBpsMin: 3000,
            feeBpsMax: 1000,
            slashBpsMin: 500,
            slashBpsMax: 5000,
            abstentionBps: 10,
            minVotersMin: 3,
            stakeMin: 0.01 ether
        });
    }

    function account(uint256 index) public pure returns (address) {
        return address(uint160(0x1000 + index % ACCOUNTS));
    }

    function arbiter() public pure returns (address) {
        return account(8);
    }

    function artist() public pure returns (address) {
        return account(13);
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    function stateOf(bytes32 id) public view returns (IMilestoneEscrow.State) {
        return _milestones[id].state;
    }

    function votesOf(bytes32 id) external view returns (Vote[] memory) {
        return _votes[id];
    }
}
