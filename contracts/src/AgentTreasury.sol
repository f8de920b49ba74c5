// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";

/// @title The verification agent's USDC
/// @notice The owner is the agent. Budgets count in periods aligned to the epoch: period `n` is
/// `[n * budgetPeriod, (n + 1) * budgetPeriod)`. What was transferred in without `payFee` can be spent and swept
/// but was never earned.
contract AgentTreasury is IAgentTreasury, Ownable2Step {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    struct Service {
        address payee;
        uint96 spent;
        uint96 budget;
        uint96 spentInPeriod;
        uint64 period;
    }

    uint256 private constant SERVICE_BYTES_MAX = 64;

    /// @inheritdoc IAgentTreasury
    address public immutable token;
    /// @inheritdoc IAgentTreasury
    uint40 public immutable budgetPeriod;

    /// @inheritdoc IAgentTreasury
    uint256 public earned;
    /// @inheritdoc IAgentTreasury
    uint256 public spent;
    /// @inheritdoc IAgentTreasury
    uint256 public swept;

    mapping(bytes32 serviceKey => Service) private _services;
    /// @dev Keyed by payer too, so that nobody can spoil another's reference by using it first.
    mapping(address payer => mapping(bytes32 ref => uint256 amount)) private _fees;
    mapping(bytes32 ref => bytes32 digest) private _charges;

    /// @param token_ The ERC-20 that is earned and spent.
    /// @param owner_ The agent.
    /// @param budgetPeriod_ Seconds for which a service's budget lasts.
    constructor(address token_, address owner_, uint40 budgetPeriod_) Ownable(owner_) {
        if (token_ == address(0)) revert AgentTreasuryZeroAddress();
        if (budgetPeriod_ == 0) revert AgentTreasuryZeroAmount();
        token = token_;
        budgetPeriod = budgetPeriod_;
    }

    /// @inheritdoc IAgentTreasury
    function payFee(uint256 amount, bytes32 ref) external returns (bool booked) {
        if (amount == 0) revert AgentTreasuryZeroAmount();
        uint256 paid = _fees[msg.sender][ref];
        if (paid == amount) return false;
        if (paid != 0) revert AgentTreasuryRefConflict(ref);

        _fees[msg.sender][ref] = amount;
        earned += amount;
        emit FeeEarned(msg.sender, amount, ref);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        return true;
    }

    /// @inheritdoc IAgentTreasury
    function charge(string calldata service, uint256 amount, bytes32 ref) external onlyOwner returns (bool charged) {
        if (amount == 0) revert AgentTreasuryZeroAmount();
        bytes32 serviceKey = _keyOf(service);
        bytes32 digest = keccak256(abi.encode(serviceKey, amount));
        if (_charges[ref] == digest) return false;
        if (_charges[ref] != 0) revert AgentTreasuryRefConflict(ref);
        Service storage entry = _services[serviceKey];
        if (entry.payee == address(0)) revert AgentTreasuryUnknownService(service);
        uint256 spentInPeriod = _spentInPeriod(entry) + amount;
        if (spentInPeriod > entry.budget) revert AgentTreasuryBudgetExceeded(service, entry.budget, spentInPeriod);

        _charges[ref] = digest;
        entry.period = _currentPeriod();
        entry.spentInPeriod = uint96(spentInPeriod);
        entry.spent += uint96(amount);
        spent += amount;
        emit Charged(serviceKey, service, entry.payee, amount, ref);
        IERC20(token).safeTransfer(entry.payee, amount);
        return true;
    }

    /// @inheritdoc IAgentTreasury
    function setService(string calldata service, address payee, uint256 budget) external onlyOwner {
        uint256 length = bytes(service).length;
        if (length == 0 || length > SERVICE_BYTES_MAX) revert AgentTreasuryInvalidService(service);
        if (payee == address(0)) revert AgentTreasuryZeroAddress();

        Service storage entry = _services[_keyOf(service)];
        entry.payee = payee;
        entry.budget = budget.toUint96();
        emit ServiceSet(_keyOf(service), service, payee, budget);
    }

    /// @inheritdoc IAgentTreasury
    function sweepRevenue(address to, uint256 amount) external onlyOwner {
        if (to == address(0)) revert AgentTreasuryZeroAddress();
        if (amount == 0) revert AgentTreasuryZeroAmount();

        swept += amount;
        emit RevenueSwept(to, amount);
        IERC20(token).safeTransfer(to, amount);
    }

    /// @inheritdoc IAgentTreasury
    function spentByService(string calldata service) external view returns (uint256) {
        return _services[_keyOf(service)].spent;
    }

    /// @inheritdoc IAgentTreasury
    function budgetOf(string calldata service) external view returns (uint256 budget, uint256 spentInPeriod) {
        Service storage entry = _services[_keyOf(service)];
        return (entry.budget, _spentInPeriod(entry));
    }

    function _spentInPeriod(Service storage entry) private view returns (uint256) {
        return entry.period == _currentPeriod() ? entry.spentInPeriod : 0;
    }

    function _currentPeriod() private view returns (uint64) {
        return uint64(block.timestamp / budgetPeriod);
    }

    function _keyOf(string calldata service) private pure returns (bytes32) {
        return keccak256(bytes(service));
    }
}
