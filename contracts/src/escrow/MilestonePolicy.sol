// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../interfaces/IMilestoneEscrow.sol";

/// @title Floors and ceilings of what a builder may choose
/// @notice Part of the code once deployed, so that nobody can lower them and reading them costs no storage access.
abstract contract MilestonePolicy is IMilestoneEscrow {
    uint256 private constant BPS_MAX = 10_000;
    uint256 private constant APPROVAL_BPS_MIN = 5_001;
    uint256 private constant FEE_BPS_CEILING = 1_000;
    uint256 private constant ABSTENTION_BPS_CEILING = 100;

    uint32 private immutable _votingPeriodMin;
    uint32 private immutable _challengePeriodMin;
    uint32 private immutable _arbitrationPeriodMin;
    uint32 private immutable _deadlineMax;
    uint32 internal immutable _pausePeriod;
    uint16 private immutable _quorumBpsMin;
    uint16 private immutable _feeBpsMax;
    uint16 private immutable _slashBpsMin;
    uint16 private immutable _slashBpsMax;
    uint16 internal immutable _abstentionBps;
    uint8 private immutable _minVotersMin;
    uint88 internal immutable _stakeMin;
    /// @dev Stake that leaves after a vote has begun must leave after it has ended.
    uint256 private immutable _windowsMax;

    constructor(Policy memory given, uint256 windowsMax) {
        uint256 windows = uint256(given.votingPeriodMin) + given.challengePeriodMin + given.arbitrationPeriodMin;
        _requireCoherent("votingPeriodMin", given.votingPeriodMin != 0);
        _requireCoherent("challengePeriodMin", given.challengePeriodMin != 0);
        _requireCoherent("arbitrationPeriodMin", given.arbitrationPeriodMin != 0);
        _requireCoherent("windows", windows <= windowsMax);
        _requireCoherent("deadlineMax", given.deadlineMax != 0);
        _requireCoherent("pausePeriod", given.pausePeriod != 0);
        _requireCoherent("quorumBpsMin", given.quorumBpsMin != 0 && given.quorumBpsMin <= BPS_MAX);
        _requireCoherent("feeBpsMax", given.feeBpsMax <= FEE_BPS_CEILING);
        _requireCoherent("slashBpsMin", given.slashBpsMin != 0 && given.slashBpsMin <= given.slashBpsMax);
        _requireCoherent("slashBpsMax", given.slashBpsMax <= BPS_MAX);
        _requireCoherent("abstentionBps", given.abstentionBps <= ABSTENTION_BPS_CEILING);
        _requireCoherent("minVotersMin", given.minVotersMin != 0);
        _requireCoherent("stakeMin", given.stakeMin != 0);
        _votingPeriodMin = given.votingPeriodMin;
        _challengePeriodMin = given.challengePeriodMin;
        _arbitrationPeriodMin = given.arbitrationPeriodMin;
        _deadlineMax = given.deadlineMax;
        _pausePeriod = given.pausePeriod;
        _quorumBpsMin = given.quorumBpsMin;
        _feeBpsMax = given.feeBpsMax;
        _slashBpsMin = given.slashBpsMin;
        _slashBpsMax = given.slashBpsMax;
        _abstentionBps = given.abstentionBps;
        _minVotersMin = given.minVotersMin;
        _stakeMin = given.stakeMin;
        _windowsMax = windowsMax;
    }

    /// @inheritdoc IMilestoneEscrow
    function policy() external view returns (Policy memory) {
        return Policy({
            votingPeriodMin: _votingPeriodMin,
            challengePeriodMin: _challengePeriodMin,
            arbitrationPeriodMin: _arbitrationPeriodMin,
            deadlineMax: _deadlineMax,
            pausePeriod: _pausePeriod,
            quorumBpsMin: _quorumBpsMin,
            feeBpsMax: _feeBpsMax,
            slashBpsMin: _slashBpsMin,
            slashBpsMax: _slashBpsMax,
            abstentionBps: _abstentionBps,
            minVotersMin: _minVotersMin,
            stakeMin: _stakeMin
        });
    }

    function _requireWithinPolicy(uint40 deadline, Params calldata params) internal view {
        uint256 windows = uint256(params.votingPeriod) + params.challengePeriod + params.arbitrationPeriod;
        _requireRange("votingPeriod", params.votingPeriod, _votingPeriodMin, _windowsMax);
        _requireRange("challengePeriod", params.challengePeriod, _challengePeriodMin, _windowsMax);
        _requireRange("arbitrationPeriod", params.arbitrationPeriod, _arbitrationPeriodMin, _windowsMax);
        _requireRange("windows", windows, 0, _windowsMax);
        _requireRange("quorumBps", params.quorumBps, _quorumBpsMin, BPS_MAX);
        _requireRange("approvalBps", params.approvalBps, APPROVAL_BPS_MIN, BPS_MAX);
        _requireRange("feeBps", params.feeBps, 0, _feeBpsMax);
        _requireRange("slashBps", params.slashBps, _slashBpsMin, _slashBpsMax);
        _requireRange("minVoters", params.minVoters, _minVotersMin, type(uint8).max);
        _requireRange("deadline", deadline, block.timestamp + 1, block.timestamp + _deadlineMax);
    }

    function _requireRange(bytes32 name, uint256 value, uint256 min, uint256 max) private pure {
        if (value < min || value > max) revert MilestoneEscrowOutsidePolicy(name, value, min, max);
    }

    function _requireCoherent(bytes32 name, bool coherent) private pure {
        if (!coherent) revert MilestoneEscrowInvalidPolicy(name);
    }
}
