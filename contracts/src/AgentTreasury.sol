// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";

/// @title The verification agent's USDC
/// @notice The owner is the agent. A budget holds for every span of `budgetPeriod` seconds, wherever it begins: spending
/// is kept in slices of an eighth of it, and a charge counts the slices that such a span can touch. What was transferred
/// in without `payFee` can be spent but was never earned, so it cannot be swept.
contract AgentTreasury is IAgentTreasury, Ownable2Step, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    /// @dev `spentIn` is a ring: slice `n` is at `n % SLICES_KEPT`. A uint64 holds 18 trillion of a token of 6 decimals.
    struct Service {
        address payee;
        uint96 spent;
        uint64 budget;
        uint64 lastSlice;
        uint64[9] spentIn;
    }

    uint256 private constant SERVICE_BYTES_MAX = 64;
    uint256 private constant SLICES = 8;
    /// @dev A span that does not begin with a slice touches one more.
    uint256 private constant SLICES_KEPT = SLICES + 1;

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
    function payFee(uint256 amount, bytes32 ref) external nonReentrant returns (bool booked) {
        if (amount == 0) revert AgentTreasuryZeroAmount();
        if (owner() == address(0)) revert AgentTreasuryWithoutOwner();
        uint256 paid = _fees[msg.sender][ref];
        if (paid == amount) return false;
        if (paid != 0) revert AgentTreasuryRefConflict(ref);

        _fees[msg.sender][ref] = amount;
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        // A token may keep a part of what it transfers: only what arrived was earned.
        uint256 arrived = IERC20(token).balanceOf(address(this)) - before;
        if (arrived == 0) revert AgentTreasuryZeroAmount();
        earned += arrived;
        emit FeeEarned(msg.sender, arrived, ref);
        return true;
    }

    /// @inheritdoc IAgentTreasury
    function charge(string calldata service, uint256 amount, bytes32 ref)
        external
        onlyOwner
        nonReentrant
        returns (bool charged)
    {
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
        uint64 slice = _currentSlice();
        _clearSkipped(entry, slice);
        entry.lastSlice = slice;
        entry.spentIn[slice % SLICES_KEPT] += uint64(amount);
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
        entry.budget = budget.toUint64();
        emit ServiceSet(_keyOf(service), service, payee, budget);
    }

    /// @inheritdoc IAgentTreasury
    function sweepRevenue(address to, uint256 amount) external onlyOwner nonReentrant {
        if (to == address(0)) revert AgentTreasuryZeroAddress();
        if (amount == 0) revert AgentTreasuryZeroAmount();
        uint256 available = earned > spent + swept ? earned - spent - swept : 0;
        if (amount > available) revert AgentTreasuryNotEarned(amount, available);

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

    /// @notice Refused while there is anything that only an owner can take out.
    function renounceOwnership() public override onlyOwner nonReentrant {
        uint256 balance = IERC20(token).balanceOf(address(this));
        if (balance != 0) revert AgentTreasuryHoldsFunds(balance);
        super.renounceOwnership();
    }

    /// @dev What was spent in the slices that a span ending now can touch.
    function _spentInPeriod(Service storage entry) private view returns (uint256 sum) {
        uint256 current = _currentSlice();
        uint256 last = entry.lastSlice;
        for (uint256 slice = last; slice + SLICES >= current && slice + SLICES_KEPT > last; --slice) {
            sum += entry.spentIn[slice % SLICES_KEPT];
        }
    }

    /// @dev Slices in which nothing was spent still hold what was spent a round of the ring before.
    function _clearSkipped(Service storage entry, uint256 current) private {
        uint256 first = uint256(entry.lastSlice) + 1;
        if (first + SLICES < current) first = current - SLICES;
        for (uint256 slice = first; slice <= current; ++slice) {
            entry.spentIn[slice % SLICES_KEPT] = 0;
        }
    }

    /// @dev Seconds in a slice are rounded up, so that the slices kept cover at least a period. Numbers begin above the
    /// ring's size: a slice of 0 means that nothing was spent yet, and a whole ring can be subtracted from any other.
    function _currentSlice() private view returns (uint64) {
        return uint64(SLICES_KEPT + block.timestamp / ((uint256(budgetPeriod) + SLICES - 1) / SLICES));
    }

    function _keyOf(string calldata service) private pure returns (bytes32) {
        return keccak256(bytes(service));
    }
}
