// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "./Base.sol";
import {vm} from "./Vm.sol";

/// @title An escrow with five verifiers of 10 ether each, and roads to every state
abstract contract Fixture is Base {
    uint32 internal constant VOTING = 3 days;
    uint32 internal constant CHALLENGE = 2 days;
    uint32 internal constant ARBITRATION = 1 days;
    uint40 internal constant UNBONDING = 6 days;
    uint256 internal constant MIN_BOND = 1 ether;
    uint256 internal constant BOND = 10 ether;
    bytes32 internal constant ROOT = keccak256("evidence");
    bytes32 internal constant PROJECT = keccak256("project");
    bytes32 internal constant METADATA = keccak256("metadata");

    address internal immutable builder = address(0xB1);
    address internal immutable ann = address(0xA1);
    address internal immutable bob = address(0xA2);
    address internal immutable challenger = address(0xC1);
    address internal immutable arbiter = address(0xAB);
    address internal immutable feeRecipient = address(0xFE);
    address internal immutable slashReceiver = address(0x51);
    address internal immutable owner = address(0x0E);
    address internal immutable artist = address(0xAA);
    address internal immutable stranger = address(0x57);

    VerifierRegistry internal registry;
    MilestoneEscrow internal escrow;
    IMilestoneEscrow.Split[] internal splits;

    function setUp() public virtual {
        vm.warp(START);
        registry = new VerifierRegistry(UNBONDING, MIN_BOND, slashReceiver);
        escrow = new MilestoneEscrow(registry, arbiter, feeRecipient, owner);
        registry.setEscrow(address(escrow));
        for (uint256 i; i < 5; ++i) {
            bond(verifier(i), BOND);
        }
        splits.push(IMilestoneEscrow.Split(builder, 7000));
        splits.push(IMilestoneEscrow.Split(artist, 3000));
        skip(1 hours);
    }

    function verifier(uint256 index) internal pure returns (address) {
        return address(uint160(0x1000 + index));
    }

    function defaultParams() internal pure returns (IMilestoneEscrow.Params memory) {
        return IMilestoneEscrow.Params({
            votingPeriod: VOTING,
            challengePeriod: CHALLENGE,
            arbitrationPeriod: ARBITRATION,
            quorumBps: 5000,
            approvalBps: 6000,
            feeBps: 250,
            slashBps: 2000,
            minVoters: 3
        });
    }

    function bond(address account, uint256 amount) internal {
        vm.deal(account, account.balance + amount);
        vm.prank(account);
        registry.bond{value: amount}();
    }

    function create(IMilestoneEscrow.Params memory params) internal returns (bytes32) {
        return create(params, keccak256(abi.encode(splits)));
    }

    function create(IMilestoneEscrow.Params memory params, bytes32 splitsHash) internal returns (bytes32) {
        vm.prank(builder);
        return escrow.create(PROJECT, timeNow() + 30 days, METADATA, splitsHash, params);
    }

    function open() internal returns (bytes32) {
        return create(defaultParams());
    }

    function stake(bytes32 id, address backer, uint256 amount) internal {
        vm.deal(backer, backer.balance + amount);
        vm.prank(backer);
        escrow.stake{value: amount}(id);
    }

    function submit(bytes32 id) internal {
        vm.prank(builder);
        escrow.submitEvidence(id, ROOT);
    }

    function vote(bytes32 id, uint256 index, bool support) internal {
        vm.prank(verifier(index));
        escrow.vote(id, support, ROOT);
    }

    /// @dev Ann has 3 ether and Bob 1 ether in it.
    function staked() internal returns (bytes32 id) {
        id = open();
        stake(id, ann, 3 ether);
        stake(id, bob, 1 ether);
    }

    function voting() internal returns (bytes32 id) {
        id = staked();
        submit(id);
    }

    /// @dev Verifiers 0 to 2 vote for the verdict and verifier 3 against it.
    function provisional(bool verdict) internal returns (bytes32 id) {
        id = voting();
        for (uint256 i; i < 4; ++i) {
            vote(id, i, i < 3 ? verdict : !verdict);
        }
        skip(VOTING);
        escrow.tally(id);
    }

    function dispute(bytes32 id, address account) internal returns (uint256 amount) {
        amount = escrow.minDisputeBond(id);
        vm.deal(account, account.balance + amount);
        vm.prank(account);
        escrow.dispute{value: amount}(id);
    }

    function disputed(bool verdict) internal returns (bytes32 id) {
        id = provisional(verdict);
        dispute(id, challenger);
    }

    function rule(bytes32 id, bool verdict) internal {
        vm.prank(arbiter);
        escrow.rule(id, verdict);
    }

    /// @dev Undisputed, so that `verdict` is the verifiers' own.
    function ended(bool verdict) internal returns (bytes32 id) {
        id = provisional(verdict);
        skip(CHALLENGE);
        escrow.finalize(id);
    }

    function withdraw(address account) internal returns (uint256) {
        uint256 before = account.balance;
        vm.prank(account);
        escrow.withdraw();
        return account.balance - before;
    }

    function stateOf(bytes32 id) internal view returns (IMilestoneEscrow.State) {
        return escrow.milestone(id).state;
    }

    function assertState(bytes32 id, IMilestoneEscrow.State expected) internal view {
        vm.assertEq(uint256(stateOf(id)), uint256(expected), "state");
    }

    function expectWrongState(bytes32 id, IMilestoneEscrow.State state) internal {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWrongState.selector, id, state));
    }
}
