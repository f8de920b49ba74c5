// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The verification agent's USDC
/// @notice Fee income comes in, services are paid out of it within a budget, what is left over is swept as revenue.
/// Amounts are in the token's smallest unit (6 decimals).
interface IAgentTreasury {
    /// @notice `amount` is what arrived, which is less than was sent if the token keeps a part of each transfer.
    event FeeEarned(address indexed payer, uint256 amount, bytes32 indexed ref);
    event ServiceSet(bytes32 indexed serviceKey, string service, address indexed payee, uint256 budget);
    event Charged(
        bytes32 indexed serviceKey, string service, address indexed payee, uint256 amount, bytes32 indexed ref
    );
    event RevenueSwept(address indexed to, uint256 amount);

    error AgentTreasuryZeroAmount();
    error AgentTreasuryZeroAddress();
    error AgentTreasuryInvalidService(string service);
    error AgentTreasuryUnknownService(string service);
    /// @notice The service's spending in the last period would exceed its budget.
    error AgentTreasuryBudgetExceeded(string service, uint256 budget, uint256 wouldSpend);
    /// @notice `ref` was used before for another service or amount.
    error AgentTreasuryRefConflict(bytes32 ref);
    /// @notice Only what was earned and neither spent nor swept can be swept.
    error AgentTreasuryNotEarned(uint256 amount, uint256 available);
    error AgentTreasuryHoldsFunds(uint256 balance);
    /// @notice Nobody could take the fee out again.
    error AgentTreasuryWithoutOwner();

    /// @notice Pulls `amount` of the token from the caller as income for `ref`. A repeat with the same caller and
    /// amount changes nothing. @return booked Whether this call booked it.
    function payFee(uint256 amount, bytes32 ref) external returns (bool booked);
    /// @notice Pays `service`, once per `ref`. A repeat with the same service and amount changes nothing.
    /// @return charged Whether this call paid.
    function charge(string calldata service, uint256 amount, bytes32 ref) external returns (bool charged);
    /// @notice Registers a service or changes its payee and its budget for every span of `budgetPeriod` seconds. What was
    /// spent counts for up to an eighth of a period longer.
    function setService(string calldata service, address payee, uint256 budget) external;
    /// @notice Sends earned income that was not spent to `to`.
    function sweepRevenue(address to, uint256 amount) external;

    function token() external view returns (address);
    function budgetPeriod() external view returns (uint40);
    function earned() external view returns (uint256);
    function spent() external view returns (uint256);
    function swept() external view returns (uint256);
    function spentByService(string calldata service) external view returns (uint256);
    function budgetOf(string calldata service) external view returns (uint256 budget, uint256 spentInPeriod);
}
