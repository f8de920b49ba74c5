// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Bonded verifiers and the history of their stake
/// @notice Verifiers bond ETH, unbond with a delay and lose stake when they are slashed. Stake is checkpointed by
/// block timestamp, so that a vote can weigh what was bonded strictly before a moment that has passed.
interface IVerifierRegistry {
    /// @notice Stake was added to `verifier`; `bonded` is its active stake afterwards, in wei.
    event Bonded(address indexed verifier, uint256 amount, uint256 bonded);
    /// @notice `amount` wei left the active stake and can be withdrawn from `readyAt` on (seconds since the epoch).
    event UnbondStarted(address indexed verifier, uint256 amount, uint256 bonded, uint40 readyAt);
    /// @notice `amount` wei of unbonded stake was paid out to `verifier`.
    event UnbondWithdrawn(address indexed verifier, uint256 amount);
    /// @notice `amount` wei was taken from `verifier` for a wrong vote; `bonded` is its active stake afterwards.
    event Slashed(address indexed verifier, uint256 amount, uint256 bonded);
    /// @notice `amount` wei was taken from `verifier` for not voting; `bonded` is its active stake afterwards.
    event AbstentionCharged(address indexed verifier, uint256 amount, uint256 bonded);
    /// @notice `verifier` was right where others were slashed: `amount` wei of theirs is its own to withdraw.
    event Rewarded(address indexed verifier, uint256 amount);
    event RewardsWithdrawn(address indexed verifier, address indexed to, uint256 amount);
    /// @notice `amount` wei of the common pool was paid to its receiver.
    event SlashedSwept(address indexed receiver, uint256 amount);
    event SlashReceiverChanged(address indexed receiver);
    /// @notice The escrow that may slash was fixed, once and for all.
    event EscrowSet(address indexed escrow);

    error VerifierRegistryNotDeployer(address caller);
    error VerifierRegistryNotEscrow(address caller);
    error VerifierRegistryEscrowFixed(address escrow);
    error VerifierRegistryZeroAddress();
    error VerifierRegistryZeroAmount();
    /// @notice The stake that would remain is above zero and under the minimum.
    error VerifierRegistryBondTooSmall(uint256 bonded, uint256 minBond);
    error VerifierRegistryInsufficientBond(address verifier, uint256 bonded, uint256 requested);
    error VerifierRegistryUnbonding(address verifier, uint40 readyAt);
    /// @notice Stake that answers for open votes cannot leave.
    error VerifierRegistryStakeLocked(address verifier, uint256 locked, uint256 remaining);
    error VerifierRegistryNotSlashReceiver(address caller);
    /// @notice The slash receiver must be neither the arbiter nor the fee recipient.
    error VerifierRegistryRolesCoincide(address account);
    error VerifierRegistryTransferFailed(address to, uint256 amount);

    function bond() external payable;
    function startUnbond(uint256 amount) external;
    function withdrawUnbonded() external;
    /// @notice Pays the caller's unbonded stake to `to`, for callers that cannot take ETH.
    function withdrawUnbondedTo(address to) external;
    /// @notice Takes `amount` wei of `verifier`'s active stake, of which `reserved` wei is kept for those who were right;
    /// only the escrow. @return taken What was there to take, in wei.
    function slash(address verifier, uint256 amount, uint256 reserved) external returns (uint256 taken);
    /// @notice Takes `amount` wei for not voting, or nothing within a warm-up period of the last time or where that is locked;
    /// only the escrow. @return taken In wei.
    function chargeAbstention(address verifier, uint256 amount, uint256 locked) external returns (uint256 taken);
    /// @notice Gives `verifier` `amount` wei of what was reserved; only the escrow.
    function reward(address verifier, uint256 amount) external;
    function withdrawRewards(address to) external;
    /// @notice Pays the common pool to its receiver; anyone may call.
    function sweepSlashed() external;
    /// @notice Names the next receiver of the common pool; only the present one.
    function setSlashReceiver(address receiver) external;
    function setEscrow(address escrow) external;

    function unbondingPeriod() external view returns (uint40);
    /// @notice Seconds for which stake must have been bonded to count in a vote.
    function warmUpPeriod() external view returns (uint40);
    function minBond() external view returns (uint256);
    /// @notice The common pool: what was slashed and belongs to no verifier who was right, in wei.
    function slashedPot() external view returns (uint256);
    /// @notice Kept for verifiers who were right and whose votes are not settled yet, in wei.
    function reservedRewards() external view returns (uint256);
    function rewardsOf(address verifier) external view returns (uint256);
    function slashReceiver() external view returns (address);
    function escrow() external view returns (address);
    function bondOf(address verifier) external view returns (uint256);
    function totalBonded() external view returns (uint256);
    function bondAt(address verifier, uint48 timepoint) external view returns (uint256);
    function totalBondedAt(uint48 timepoint) external view returns (uint256);
    /// @notice What counts in a vote that opened right after `timepoint`.
    /// @return warm Stake that had been there for the warm-up, wherever it is now.
    /// @return active The stake bonded now; 0 while it is under the minimum.
    function votingBondOf(address verifier, uint48 timepoint) external view returns (uint256 warm, uint256 active);
    /// @notice All stake that had been there for the warm-up at `timepoint`.
    function votingTotalAt(uint48 timepoint) external view returns (uint256 warm);
    function unbondingOf(address verifier) external view returns (uint128 amount, uint40 readyAt);
}
