// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Checkpoints} from "@openzeppelin/contracts/utils/structs/Checkpoints.sol";
import {IMilestoneEscrow} from "./interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "./interfaces/IVerifierRegistry.sol";

/// @title Bonded verifiers and the history of their stake
/// @notice There is no `receive`: ETH enters by `bond` alone, and ETH forced in counts for nobody.
contract VerifierRegistry is IVerifierRegistry, ReentrancyGuardTransient {
    using Checkpoints for Checkpoints.Trace208;
    using SafeCast for uint256;

    struct Unbonding {
        uint128 amount;
        uint40 readyAt;
    }

    /// @inheritdoc IVerifierRegistry
    uint40 public immutable unbondingPeriod;
    /// @inheritdoc IVerifierRegistry
    uint256 public immutable minBond;
    /// @inheritdoc IVerifierRegistry
    address public immutable slashReceiver;
    address private immutable _deployer;

    /// @inheritdoc IVerifierRegistry
    address public escrow;
    /// @inheritdoc IVerifierRegistry
    uint256 public slashedPot;

    mapping(address verifier => Checkpoints.Trace208) private _bonds;
    Checkpoints.Trace208 private _totalBonds;
    mapping(address verifier => Unbonding) private _unbondings;

    /// @param unbondingPeriod_ Seconds between the start of unbonding and the withdrawal.
    /// @param minBond_ The least active stake above zero, in wei.
    /// @param slashReceiver_ Where slashed stake is paid to.
    constructor(uint40 unbondingPeriod_, uint256 minBond_, address slashReceiver_) {
        if (slashReceiver_ == address(0)) revert VerifierRegistryZeroAddress();
        unbondingPeriod = unbondingPeriod_;
        minBond = minBond_;
        slashReceiver = slashReceiver_;
        _deployer = msg.sender;
    }

    /// @inheritdoc IVerifierRegistry
    function setEscrow(address escrow_) external {
        if (msg.sender != _deployer) revert VerifierRegistryNotDeployer(msg.sender);
        if (escrow != address(0)) revert VerifierRegistryEscrowFixed(escrow);
        if (escrow_ == address(0)) revert VerifierRegistryZeroAddress();

        escrow = escrow_;
        emit EscrowSet(escrow_);
    }

    /// @inheritdoc IVerifierRegistry
    function bond() external payable {
        if (msg.value == 0) revert VerifierRegistryZeroAmount();
        uint256 bonded = bondOf(msg.sender) + msg.value;
        if (bonded < minBond) revert VerifierRegistryBondTooSmall(bonded, minBond);

        _checkpoint(msg.sender, bonded, totalBonded() + msg.value);
        emit Bonded(msg.sender, msg.value, bonded);
    }

    /// @inheritdoc IVerifierRegistry
    function startUnbond(uint256 amount) external {
        if (amount == 0) revert VerifierRegistryZeroAmount();
        uint256 bonded = bondOf(msg.sender);
        if (amount > bonded) revert VerifierRegistryInsufficientBond(msg.sender, bonded, amount);
        bonded -= amount;
        if (bonded != 0 && bonded < minBond) revert VerifierRegistryBondTooSmall(bonded, minBond);

        _checkpoint(msg.sender, bonded, totalBonded() - amount);
        Unbonding storage unbonding = _unbondings[msg.sender];
        unbonding.amount += amount.toUint128();
        unbonding.readyAt = uint40(block.timestamp) + unbondingPeriod;
        emit UnbondStarted(msg.sender, amount, bonded, unbonding.readyAt);
    }

    /// @inheritdoc IVerifierRegistry
    function withdrawUnbonded() external nonReentrant {
        Unbonding memory unbonding = _unbondings[msg.sender];
        if (unbonding.amount == 0) revert VerifierRegistryZeroAmount();
        if (block.timestamp < unbonding.readyAt) revert VerifierRegistryUnbonding(msg.sender, unbonding.readyAt);
        uint256 openVotes = escrow == address(0) ? 0 : IMilestoneEscrow(escrow).openVotes(msg.sender);
        if (openVotes != 0) revert VerifierRegistryVotesOpen(msg.sender, openVotes);

        delete _unbondings[msg.sender];
        emit UnbondWithdrawn(msg.sender, unbonding.amount);
        _send(msg.sender, unbonding.amount);
    }

    /// @inheritdoc IVerifierRegistry
    function slash(address verifier, uint256 amount) external returns (uint256 taken) {
        if (msg.sender != escrow) revert VerifierRegistryNotEscrow(msg.sender);

        uint256 bonded = bondOf(verifier);
        taken = amount < bonded ? amount : bonded;
        if (taken != 0) {
            bonded -= taken;
            _checkpoint(verifier, bonded, totalBonded() - taken);
        }
        if (taken < amount) taken += _slashUnbonding(verifier, amount - taken);
        if (taken == 0) return 0;

        slashedPot += taken;
        emit Slashed(verifier, taken, bonded);
    }

    /// @inheritdoc IVerifierRegistry
    function sweepSlashed() external nonReentrant {
        uint256 amount = slashedPot;
        if (amount == 0) revert VerifierRegistryZeroAmount();

        slashedPot = 0;
        emit SlashedSwept(slashReceiver, amount);
        _send(slashReceiver, amount);
    }

    /// @inheritdoc IVerifierRegistry
    function bondOf(address verifier) public view returns (uint256) {
        return _bonds[verifier].latest();
    }

    /// @inheritdoc IVerifierRegistry
    function totalBonded() public view returns (uint256) {
        return _totalBonds.latest();
    }

    /// @inheritdoc IVerifierRegistry
    function bondAt(address verifier, uint48 timepoint) external view returns (uint256) {
        return _bonds[verifier].upperLookupRecent(timepoint);
    }

    /// @inheritdoc IVerifierRegistry
    function totalBondedAt(uint48 timepoint) external view returns (uint256) {
        return _totalBonds.upperLookupRecent(timepoint);
    }

    /// @inheritdoc IVerifierRegistry
    function unbondingOf(address verifier) external view returns (uint128 amount, uint40 readyAt) {
        Unbonding storage unbonding = _unbondings[verifier];
        return (unbonding.amount, unbonding.readyAt);
    }

    function _slashUnbonding(address verifier, uint256 amount) private returns (uint256 taken) {
        Unbonding storage unbonding = _unbondings[verifier];
        taken = amount < unbonding.amount ? amount : unbonding.amount;
        unbonding.amount -= uint128(taken);
    }

    function _checkpoint(address verifier, uint256 bonded, uint256 total) private {
        uint48 timepoint = uint48(block.timestamp);
        _bonds[verifier].push(timepoint, bonded.toUint208());
        _totalBonds.push(timepoint, total.toUint208());
    }

    function _send(address to, uint256 amount) private {
        (bool sent,) = to.call{value: amount}("");
        if (!sent) revert VerifierRegistryTransferFailed(to, amount);
    }
}
