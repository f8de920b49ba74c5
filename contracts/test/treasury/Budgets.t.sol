// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {AgentTreasury} from "../../src/AgentTreasury.sol";
import {IAgentTreasury} from "../../src/interfaces/IAgentTreasury.sol";
import {vm} from "../support/Vm.sol";
import {TreasuryFixture} from "./TreasuryFixture.sol";

contract TreasuryBudgetsTest is TreasuryFixture {
    uint256 private constant SLICE = PERIOD / 8;

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

    function test_a_budget_does_not_double_at_the_edge_of_a_period() public {
        token.mint(address(treasury), 300e6);
        uint256 edge = (START / PERIOD + 1) * PERIOD;
        vm.warp(edge - 1);
        charge("storage", 100e6, "1");
        vm.warp(edge);
        expectBudgetExceeded(100e6, 100e6 + 1);
        charge("storage", 1, "2");
        vm.warp(edge - 1 + PERIOD);
        expectBudgetExceeded(100e6, 100e6 + 1);
        charge("storage", 1, "2");
        vm.warp(edge + PERIOD);
        assertBudget("storage", 100e6, 0);
        charge("storage", 100e6, "2");
        vm.assertEq(treasury.spentByService("storage"), 200e6, "spent by service");
    }

    function test_what_was_spent_is_free_again_an_eighth_of_a_period_late_at_most() public {
        token.mint(address(treasury), 100e6);
        uint256 edge = (START / PERIOD + 1) * PERIOD;
        vm.warp(edge);
        charge("storage", 60e6, "1");
        vm.warp(edge + SLICE);
        charge("storage", 40e6, "2");
        vm.warp(edge + PERIOD + SLICE - 1);
        assertBudget("storage", 100e6, 100e6);
        vm.warp(edge + PERIOD + SLICE);
        assertBudget("storage", 100e6, 40e6);
        vm.warp(edge + PERIOD + 2 * SLICE);
        assertBudget("storage", 100e6, 0);
    }

    function test_what_was_spent_a_whole_round_of_slices_ago_does_not_come_back() public {
        token.mint(address(treasury), 300e6);
        charge("storage", 90e6, "1");
        skip(9 * SLICE);
        charge("storage", 10e6, "2");
        assertBudget("storage", 100e6, 10e6);
        skip(100 * SLICE);
        charge("storage", 20e6, "3");
        skip(8 * SLICE);
        assertBudget("storage", 100e6, 20e6);
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

    function testFuzz_no_span_of_a_period_spends_more_than_the_budget(
        uint32 periodSeed,
        uint64[16] memory amounts,
        uint64[16] memory waits
    ) public {
        uint256 period = bound(periodSeed, 1, 100 days);
        treasury = new AgentTreasury(address(token), agent, uint40(period));
        vm.prank(agent);
        treasury.setService("storage", payee, 100e6);
        token.mint(address(treasury), 10_000e6);
        uint256 slice = (period + 7) / 8;
        uint256[16] memory times;
        for (uint256 i; i < 16; ++i) {
            uint256 amount = bound(amounts[i], 1, 80e6);
            // Every other wait is about as long as a period, where the edges are.
            skip(waits[i] % 2 == 0 ? bound(waits[i], 0, slice) : bound(waits[i], period - 1, period + slice));
            times[i] = timeNow();
            (uint256 inPeriod, uint256 inSlices) = spentSince(amounts, times, i, period, slice);
            assertBudget("storage", 100e6, inSlices);
            vm.assertLe(inPeriod, inSlices, "the slices cover the period");
            bool fits = inSlices + amount <= 100e6;
            if (!fits) expectBudgetExceeded(100e6, inSlices + amount);
            charge("storage", amount, bytes32(i + 1));
            amounts[i] = fits ? uint64(amount) : 0;
            vm.assertLe(inPeriod + amounts[i], 100e6, "spent in the period that ends now");
        }
        vm.assertEq(treasury.spent(), token.balanceOf(payee), "spent");
    }

    /// @dev Of the first `count` charges, those in the last period, both of its ends included, and those in the slices
    /// that it touches.
    function spentSince(
        uint64[16] memory amounts,
        uint256[16] memory times,
        uint256 count,
        uint256 period,
        uint256 slice
    ) private view returns (uint256 inPeriod, uint256 inSlices) {
        for (uint256 i; i < count; ++i) {
            inPeriod += times[i] + period >= timeNow() ? amounts[i] : 0;
            inSlices += times[i] / slice + 8 >= timeNow() / slice ? amounts[i] : 0;
        }
    }

    function test_a_period_may_be_longer_than_time_is_old() public {
        treasury = new AgentTreasury(address(token), agent, type(uint40).max);
        vm.prank(agent);
        treasury.setService("storage", payee, 100e6);
        token.mint(address(treasury), 100e6);
        charge("storage", 60e6, "1");
        charge("storage", 40e6, "2");
        assertBudget("storage", 100e6, 100e6);
    }

    function test_a_budget_holds_up_to_the_largest_amount() public {
        uint256 most = type(uint64).max;
        token.mint(address(treasury), most);
        vm.startPrank(agent);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 64, most + 1));
        treasury.setService("storage", payee, most + 1);
        treasury.setService("storage", payee, most);
        vm.stopPrank();
        charge("storage", most, "1");
        expectBudgetExceeded(most, most + 1);
        charge("storage", 1, "2");
        assertBudget("storage", most, most);
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
