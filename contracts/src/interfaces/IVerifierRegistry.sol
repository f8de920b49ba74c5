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
    /// @notice `amount` wei was taken from `verifier`: active stake first, then stake that is unbonding.
    event Slashed(address indexed verifier, uint256 amount, uint256 bonded);
    /// @notice `amount` wei of slashed stake was paid to the receiver fixed at deployment.
    event SlashedSwept(address indexed receiver, uint256 amount);
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
    /// @notice Stake that still answers for votes on unsettled milestones cannot leave.
    error VerifierRegistryVotesOpen(address verifier, uint256 openVotes);
    error VerifierRegistryTransferFailed(address to, uint256 amount);

    function bond() external payable;
    function startUnbond(uint256 amount) external;
    function withdrawUnbonded() external;
    /// @notice Takes up to `amount` wei from `verifier`; only the escrow. @return taken What was there to take, in wei.
    function slash(address verifier, uint256 amount) external returns (uint256 taken);
    /// @notice Pays the slashed stake to the fixed receiver; anyone may call.
    function sweepSlashed() external;
    function setEscrow(address escrow) external;

    function unbondingPeriod() external view returns (uint40);
    function minBond() external view returns (uint256);
    function slashedPot() external view returns (uint256);
    function slashReceiver() external view returns (address);
    function escrow() external view returns (address);
    function bondOf(address verifier) external view returns (uint256);
    function totalBonded() external view returns (uint256);
    function bondAt(address verifier, uint48 timepoint) external view returns (uint256);
    function totalBondedAt(uint48 timepoint) external view returns (uint256);
    function unbondingOf(address verifier) external view returns (uint128 amount, uint40 readyAt);
}
