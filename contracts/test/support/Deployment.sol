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
    uint40 internal constant WARM_UP = 1 days;
    uint32 internal constant PAUSE = 7 days;
    uint256 internal constant STAKE_MIN = 0.01 ether;
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
        registry = new VerifierRegistry(UNBONDING, WARM_UP, MIN_BOND, slashReceiver);
        escrow = new MilestoneEscrow(registry, arbiter, feeRecipient, owner, defaultPolicy());
        registry.setEscrow(address(escrow));
        for (uint256 i; i < 5; ++i) {
            bond(verifier(i), BOND);
        }
        splits.push(IMilestoneEscrow.Split(builder, 7000));
        splits.push(IMilestoneEscrow.Split(artist, 3000));
        skip(WARM_UP + 1 hours);
    }

    /// @dev A deployment that is expected to fail must run in a call of its own: forge deploys by a cheatcode, and its
    /// revert ends the function that made it without a word, whatever was still to be asserted there.
    function deployRegistry(uint40 warmUp, uint256 minBond, address receiver) external returns (VerifierRegistry) {
        return new VerifierRegistry(UNBONDING, warmUp, minBond, receiver);
    }

    /// @dev As above.
    function deployEscrow(address court, address recipient, IMilestoneEscrow.Policy memory policy)
        external
        returns (MilestoneEscrow)
    {
        return new MilestoneEscrow(registry, court, recipient, owner, policy);
    }

    function verifier(uint256 index) internal pure returns (address) {
        return address(uint160(0x1000 + index));
    }

    function defaultPolicy() internal pure returns (IMilestoneEscrow.Policy memory) {
        return IMilestoneEscrow.Policy({
            votingPeriodMin: 1 days,
            challengePeriodMin: 12 hours,
            arbitrationPeriodMin: 6 hours,
            deadlineMax: 365 days,
            pausePeriod: PAUSE,
            quorumBpsMin: 3000,
            feeBpsMax: 900,
            slashBpsMin: 500,
            slashBpsMax: 5000,
            abstentionBps: 10,
            minVotersMin: 3,
            stakeMin: uint88(STAKE_MIN)
        });
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
