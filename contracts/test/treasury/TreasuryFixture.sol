// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentTreasury} from "../../src/AgentTreasury.sol";
import {DemoUSDC} from "../../src/DemoUSDC.sol";
import {IAgentTreasury} from "../../src/interfaces/IAgentTreasury.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";

/// @title A treasury that may spend 100 USDC a day on storage, and a payer with 1,000
abstract contract TreasuryFixture is Base {
    uint40 internal constant PERIOD = 1 days;
    bytes32 internal constant REF = keccak256("ref");
    bytes32 internal constant STORAGE = keccak256("storage");

    address internal immutable agent = address(0xA6);
    address internal immutable payer = address(0xBA);
    address internal immutable payee = address(0xEE);
    address internal immutable stranger = address(0x57);

    DemoUSDC internal token;
    AgentTreasury internal treasury;

    function setUp() public {
        vm.warp(START);
        token = new DemoUSDC(address(this));
        treasury = new AgentTreasury(address(token), agent, PERIOD);
        fund(payer, 1000e6);
        vm.prank(agent);
        treasury.setService("storage", payee, 100e6);
    }

    function fund(address account, uint256 amount) internal {
        token.mint(account, amount);
        vm.prank(account);
        token.approve(address(treasury), amount);
    }

    function payFee(address account, uint256 amount, bytes32 ref) internal returns (bool) {
        vm.prank(account);
        return treasury.payFee(amount, ref);
    }

    function charge(string memory service, uint256 amount, bytes32 ref) internal returns (bool) {
        vm.prank(agent);
        return treasury.charge(service, amount, ref);
    }

    function sweep(address to, uint256 amount) internal {
        vm.prank(agent);
        treasury.sweepRevenue(to, amount);
    }

    function assertBudget(string memory service, uint256 budget, uint256 spent) internal view {
        (uint256 actual, uint256 spentInPeriod) = treasury.budgetOf(service);
        vm.assertEq(actual, budget, "budget");
        vm.assertEq(spentInPeriod, spent, "spent in the period");
    }

    function expectRefConflict() internal {
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryRefConflict.selector, REF));
    }

    function expectNotEarned(uint256 amount, uint256 available) internal {
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryNotEarned.selector, amount, available));
    }

    function expectBudgetExceeded(uint256 budget, uint256 wouldSpend) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IAgentTreasury.AgentTreasuryBudgetExceeded.selector, "storage", budget, wouldSpend)
        );
    }
}
