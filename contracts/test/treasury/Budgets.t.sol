// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IAgentTreasury} from "../../src/interfaces/IAgentTreasury.sol";
import {vm} from "../support/Vm.sol";
import {TreasuryFixture} from "./TreasuryFixture.sol";

contract TreasuryBudgetsTest is TreasuryFixture {
    function test_a_budget_is_spent_to_its_last_unit_and_not_beyond() public {
        token.mint(address(treasury), 200e6);
        charge("storage", 60e6, "1");
        expectBudgetExceeded(100e6, 100e6 + 1);
        charge("storage", 40e6 + 1, "2");
        charge("storage", 40e6, "2");
        expectBudgetExceeded(100e6, 100e6 + 1);
        charge("storage", 1, "3");
        assertBudget("storage", 100e6, 100e6);
    }

    function test_budgets_are_per_service() public {
        token.mint(address(treasury), 200e6);
        vm.prank(agent);
        treasury.setService("search", payee, 50e6);
        charge("storage", 100e6, "1");
        charge("search", 50e6, "2");
        assertBudget("search", 50e6, 50e6);
        vm.assertEq(treasury.spent(), 150e6, "spent");
        vm.assertEq(treasury.spentByService("search"), 50e6, "search");
        vm.assertEq(treasury.spentByService("storage"), 100e6, "storage");
    }

    function test_a_budget_begins_anew_with_each_aligned_period() public {
        token.mint(address(treasury), 300e6);
        vm.warp((START / PERIOD + 1) * PERIOD - 1);
        charge("storage", 100e6, "1");
        expectBudgetExceeded(100e6, 100e6 + 1);
        charge("storage", 1, "2");
        skip(1);
        assertBudget("storage", 100e6, 0);
        charge("storage", 100e6, "2");
        skip(PERIOD - 1);
        expectBudgetExceeded(100e6, 100e6 + 1);
        charge("storage", 1, "3");
        vm.assertEq(treasury.spentByService("storage"), 200e6, "spent by service");
    }

    function test_a_lowered_budget_counts_what_was_spent_before() public {
        token.mint(address(treasury), 100e6);
        charge("storage", 60e6, "1");
        vm.prank(agent);
        treasury.setService("storage", payee, 50e6);
        expectBudgetExceeded(50e6, 60e6 + 1);
        charge("storage", 1, "2");
        assertBudget("storage", 50e6, 60e6);
    }

    function testFuzz_no_period_spends_more_than_its_budget(uint32[8] memory amounts, uint32[8] memory waits) public {
        token.mint(address(treasury), 10_000e6);
        uint256 period = timeNow() / PERIOD;
        uint256 spent;
        for (uint256 i; i < 8; ++i) {
            uint256 amount = bound(amounts[i], 1, 80e6);
            skip(bound(waits[i], 0, PERIOD));
            if (timeNow() / PERIOD != period) (period, spent) = (timeNow() / PERIOD, 0);
            bool fits = spent + amount <= 100e6;
            if (!fits) expectBudgetExceeded(100e6, spent + amount);
            charge("storage", amount, bytes32(i + 1));
            if (fits) spent += amount;
            assertBudget("storage", 100e6, spent);
        }
        vm.assertEq(treasury.spent(), token.balanceOf(payee), "spent");
    }

    function test_a_service_is_set_and_changed_by_the_agent() public {
        expectEmitFrom(address(treasury));
        emit IAgentTreasury.ServiceSet(STORAGE, "storage", stranger, 7);
        vm.prank(agent);
        treasury.setService("storage", stranger, 7);
        token.mint(address(treasury), 7);
        charge("storage", 7, REF);
        vm.assertEq(token.balanceOf(stranger), 7, "new payee");

        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        treasury.setService("storage", stranger, 8);
    }

    function test_a_service_needs_a_short_name_and_a_payee() public {
        string memory longest = "0123456789012345678901234567890123456789012345678901234567890123";
        vm.startPrank(agent);
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryInvalidService.selector, ""));
        treasury.setService("", payee, 1);
        string memory longer = string.concat(longest, "4");
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryInvalidService.selector, longer));
        treasury.setService(longer, payee, 1);
        expectRevert(IAgentTreasury.AgentTreasuryZeroAddress.selector);
        treasury.setService("storage", address(0), 1);
        treasury.setService(longest, payee, 1);
        vm.stopPrank();
        assertBudget(longest, 1, 0);
    }
}
