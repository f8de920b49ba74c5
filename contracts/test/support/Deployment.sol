// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "./Base.sol";
import {vm} from "./Vm.sol";

/// @title An escrow and five verifiers who bonded 10 ether each
abstract contract Deployment is Base {
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
}
