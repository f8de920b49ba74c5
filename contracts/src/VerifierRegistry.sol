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

    /// @dev `chargedAt` is when the verifier last paid for not voting.
    struct Unbonding {
        uint128 amount;
        uint40 readyAt;
        uint40 chargedAt;
    }

    /// @inheritdoc IVerifierRegistry
    uint40 public immutable unbondingPeriod;
    /// @inheritdoc IVerifierRegistry
    uint40 public immutable warmUpPeriod;
    /// @inheritdoc IVerifierRegistry
    uint256 public immutable minBond;
    address private immutable _deployer;

    /// @inheritdoc IVerifierRegistry
    address public slashReceiver;
    /// @inheritdoc IVerifierRegistry
    address public escrow;
    /// @inheritdoc IVerifierRegistry
    uint256 public slashedPot;
    /// @inheritdoc IVerifierRegistry
    uint256 public reservedRewards;
    /// @inheritdoc IVerifierRegistry
    mapping(address verifier => uint256) public rewardsOf;

    mapping(address verifier => Checkpoints.Trace208) private _bonds;
    Checkpoints.Trace208 private _totalBonds;
    mapping(address verifier => Unbonding) private _unbondings;

    modifier onlyEscrow() {
        if (msg.sender != escrow) revert VerifierRegistryNotEscrow(msg.sender);
        _;
    }

    /// @param unbondingPeriod_ Seconds between the start of unbonding and the withdrawal.
    /// @param warmUpPeriod_ Seconds for which stake must have been bonded to count in a vote.
    /// @param minBond_ The least active stake above zero, in wei.
    /// @param slashReceiver_ Where the common pool is paid to: a pool of the verifiers', or an address nobody holds.
    constructor(uint40 unbondingPeriod_, uint40 warmUpPeriod_, uint256 minBond_, address slashReceiver_) {
        if (slashReceiver_ == address(0)) revert VerifierRegistryZeroAddress();
        if (warmUpPeriod_ == 0 || minBond_ == 0) revert VerifierRegistryZeroAmount();
        unbondingPeriod = unbondingPeriod_;
        warmUpPeriod = warmUpPeriod_;
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
        uint256 locked = escrow == address(0) ? 0 : IMilestoneEscrow(escrow).lockedOf(msg.sender);
        if (bonded < locked) revert VerifierRegistryStakeLocked(msg.sender, locked, bonded);

        _checkpoint(msg.sender, bonded, totalBonded() - amount);
        Unbonding storage unbonding = _unbondings[msg.sender];
        unbonding.amount += amount.toUint128();
        unbonding.readyAt = uint40(block.timestamp) + unbondingPeriod;
        emit UnbondStarted(msg.sender, amount, bonded, unbonding.readyAt);
    }

    /// @inheritdoc IVerifierRegistry
    function withdrawUnbonded() external nonReentrant {
        _withdrawUnbonded(msg.sender);
    }

    /// @inheritdoc IVerifierRegistry
    function withdrawUnbondedTo(address to) external nonReentrant {
        _withdrawUnbonded(to);
    }

    /// @inheritdoc IVerifierRegistry
    function slash(address verifier, uint256 amount, uint256 reserved) external onlyEscrow returns (uint256 taken) {
        uint256 bonded = bondOf(verifier);
        // A lock keeps as much bonded as it may cost, so that there is always enough.
        taken = amount < bonded ? amount : bonded;
        if (taken == 0) return 0;

        uint256 kept = reserved < taken ? reserved : taken;
        slashedPot += taken - kept;
        reservedRewards += kept;
        _checkpoint(verifier, bonded - taken, totalBonded() - taken);
        emit Slashed(verifier, taken, bonded - taken);
    }

    /// @inheritdoc IVerifierRegistry
    function chargeAbstention(address verifier, uint256 amount, uint256 locked)
        external
        onlyEscrow
        returns (uint256 taken)
    {
        Unbonding storage unbonding = _unbondings[verifier];
        uint40 chargedAt = unbonding.chargedAt;
        if (chargedAt != 0 && block.timestamp < uint256(chargedAt) + warmUpPeriod) return 0;
        uint256 bonded = bondOf(verifier);
        uint256 free = bonded > locked ? bonded - locked : 0;
        if (amount == 0 || amount > free) return 0;

        taken = amount;
        unbonding.chargedAt = uint40(block.timestamp);
        slashedPot += taken;
        _checkpoint(verifier, bonded - taken, totalBonded() - taken);
        emit AbstentionCharged(verifier, taken, bonded - taken);
    }

    /// @inheritdoc IVerifierRegistry
    function reward(address verifier, uint256 amount) external onlyEscrow {
        reservedRewards -= amount;
        rewardsOf[verifier] += amount;
        emit Rewarded(verifier, amount);
    }

    /// @inheritdoc IVerifierRegistry
    function withdrawRewards(address to) external nonReentrant {
        if (to == address(0)) revert VerifierRegistryZeroAddress();
        uint256 amount = rewardsOf[msg.sender];
        if (amount == 0) revert VerifierRegistryZeroAmount();

        rewardsOf[msg.sender] = 0;
        emit RewardsWithdrawn(msg.sender, to, amount);
        _send(to, amount);
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
    function setSlashReceiver(address receiver) external {
        if (msg.sender != slashReceiver) revert VerifierRegistryNotSlashReceiver(msg.sender);
        // The escrow compared the roles when it was deployed, so none may change before it is known here.
        if (receiver == address(0) || escrow == address(0)) revert VerifierRegistryZeroAddress();
        IMilestoneEscrow court = IMilestoneEscrow(escrow);
        if (receiver == court.arbiter() || receiver == court.feeRecipient()) {
            revert VerifierRegistryRolesCoincide(receiver);
        }

        slashReceiver = receiver;
        emit SlashReceiverChanged(receiver);
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
    function votingBondOf(address verifier, uint48 timepoint) external view returns (uint256 warm, uint256 active) {
        (warm, active) = _warm(_bonds[verifier], timepoint);
        if (active < minBond) active = 0;
    }

    /// @inheritdoc IVerifierRegistry
    function votingTotalAt(uint48 timepoint) external view returns (uint256 warm) {
        (warm,) = _warm(_totalBonds, timepoint);
    }

    /// @inheritdoc IVerifierRegistry
    function unbondingOf(address verifier) external view returns (uint128 amount, uint40 readyAt) {
        Unbonding storage unbonding = _unbondings[verifier];
        return (unbonding.amount, unbonding.readyAt);
    }

    function _withdrawUnbonded(address to) private {
        if (to == address(0)) revert VerifierRegistryZeroAddress();
        Unbonding storage unbonding = _unbondings[msg.sender];
        uint256 amount = unbonding.amount;
        if (amount == 0) revert VerifierRegistryZeroAmount();
        if (block.timestamp < unbonding.readyAt) revert VerifierRegistryUnbonding(msg.sender, unbonding.readyAt);

        unbonding.amount = 0;
        unbonding.readyAt = 0;
        emit UnbondWithdrawn(msg.sender, amount);
        _send(to, amount);
    }

    /// @dev The lesser of what was there at the beginning and at the end of the warm-up: what came in between is too
    /// fresh, and what left in between is gone.
    function _warm(Checkpoints.Trace208 storage trace, uint48 timepoint)
        private
        view
        returns (uint256 warm, uint256 latest)
    {
        uint48 changedAt;
        (, changedAt, latest) = trace.latestCheckpoint();
        uint48 start = timepoint < warmUpPeriod ? 0 : timepoint - warmUpPeriod;
        if (changedAt <= start) return (latest, latest);
        uint256 before = trace.upperLookupRecent(start);
        uint256 then = trace.upperLookupRecent(timepoint);
        warm = before < then ? before : then;
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
