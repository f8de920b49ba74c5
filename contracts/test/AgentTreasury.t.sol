// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {AgentTreasury} from "../src/AgentTreasury.sol";
import {DemoUSDC} from "../src/DemoUSDC.sol";
import {IAgentTreasury} from "../src/interfaces/IAgentTreasury.sol";
import {Base} from "./support/Base.sol";
import {vm} from "./support/Vm.sol";

contract AgentTreasuryTest is Base {
    uint40 private constant PERIOD = 1 days;
    bytes32 private constant REF = keccak256("ref");
    bytes32 private constant STORAGE = keccak256("storage");

    address private immutable agent = address(0xA6);
    address private immutable payer = address(0xBA);
    address private immutable payee = address(0xEE);
    address private immutable stranger = address(0x57);

    DemoUSDC private token;
    AgentTreasury private treasury;

    function setUp() public {
        vm.warp(START);
        token = new DemoUSDC(address(this));
        treasury = new AgentTreasury(address(token), agent, PERIOD);
        fund(payer, 1000e6);
        vm.prank(agent);
        treasury.setService("storage", payee, 100e6);
    }

    function test_a_fee_is_earned_once_per_reference() public {
        expectEmitFrom(address(treasury));
        emit IAgentTreasury.FeeEarned(payer, 10e6, REF);
        vm.assertTrue(payFee(payer, 10e6, REF), "booked");
        vm.assertFalse(payFee(payer, 10e6, REF), "not again");
        vm.assertEq(treasury.earned(), 10e6, "earned");
        vm.assertEq(token.balanceOf(address(treasury)), 10e6, "balance");
        vm.assertEq(token.balanceOf(payer), 990e6, "payer");
    }

    function test_a_fee_reference_stands_for_one_amount() public {
        payFee(payer, 10e6, REF);
        expectRefConflict();
        payFee(payer, 11e6, REF);
    }

    function test_nobody_spoils_the_reference_of_another_payer() public {
        fund(stranger, 1e6);
        payFee(stranger, 1, REF);
        vm.assertTrue(payFee(payer, 10e6, REF), "booked");
        vm.assertEq(treasury.earned(), 10e6 + 1, "earned");
    }

    function test_a_fee_of_nothing_is_refused() public {
        expectRevert(IAgentTreasury.AgentTreasuryZeroAmount.selector);
        payFee(payer, 0, REF);
    }

    function test_a_fee_that_cannot_be_paid_is_not_booked() public {
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(treasury), 0, 5)
        );
        payFee(stranger, 5, REF);
        vm.assertEq(treasury.earned(), 0, "earned");
    }

    function testFuzz_fees_add_up(uint32[5] memory amounts) public {
        uint256 sum;
        for (uint256 i; i < 5; ++i) {
            uint256 amount = bound(amounts[i], 1, 100e6);
            sum += amount;
            vm.assertTrue(payFee(payer, amount, bytes32(i)), "booked");
        }
        vm.assertEq(treasury.earned(), sum, "earned");
        vm.assertEq(token.balanceOf(address(treasury)), sum, "balance");
    }

    function test_a_charge_is_paid_once_per_reference() public {
        token.mint(address(treasury), 50e6);
        expectEmitFrom(address(treasury));
        emit IAgentTreasury.Charged(STORAGE, "storage", payee, 20e6, REF);
        vm.assertTrue(charge("storage", 20e6, REF), "paid");
        vm.assertFalse(charge("storage", 20e6, REF), "not again");
        vm.assertEq(token.balanceOf(payee), 20e6, "payee");
        vm.assertEq(treasury.spent(), 20e6, "spent");
        vm.assertEq(treasury.spentByService("storage"), 20e6, "spent by service");
    }

    function test_a_repeated_charge_changes_nothing_even_when_the_budget_is_used_up() public {
        token.mint(address(treasury), 100e6);
        charge("storage", 100e6, REF);
        vm.prank(agent);
        treasury.setService("storage", stranger, 0);
        vm.assertFalse(charge("storage", 100e6, REF), "not again");
        vm.assertEq(token.balanceOf(stranger), 0, "new payee");
    }

    function test_a_charge_reference_stands_for_one_service_and_amount() public {
        token.mint(address(treasury), 100e6);
        vm.prank(agent);
        treasury.setService("search", payee, 100e6);
        charge("storage", 20e6, REF);
        expectRefConflict();
        charge("storage", 21e6, REF);
        expectRefConflict();
        charge("search", 20e6, REF);
    }

    function test_a_fee_and_a_charge_may_share_a_reference() public {
        payFee(payer, 20e6, REF);
        vm.assertTrue(charge("storage", 20e6, REF), "paid");
    }

    function test_only_the_agent_charges() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        treasury.charge("storage", 1, REF);
    }

    function test_a_charge_of_nothing_or_to_an_unknown_service_is_refused() public {
        expectRevert(IAgentTreasury.AgentTreasuryZeroAmount.selector);
        charge("storage", 0, REF);
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryUnknownService.selector, "search"));
        charge("search", 1, REF);
    }

    function test_a_charge_that_cannot_be_paid_is_not_booked() public {
        token.mint(address(treasury), 19e6);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(treasury), 19e6, 20e6)
        );
        charge("storage", 20e6, REF);
        vm.assertEq(treasury.spent(), 0, "spent");
        token.mint(address(treasury), 1e6);
        vm.assertTrue(charge("storage", 20e6, REF), "paid later");
    }

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

    function test_the_agent_sweeps_what_is_left_over() public {
        payFee(payer, 10e6, REF);
        expectEmitFrom(address(treasury));
        emit IAgentTreasury.RevenueSwept(stranger, 4e6);
        sweep(stranger, 4e6);
        sweep(stranger, 6e6);
        vm.assertEq(treasury.swept(), 10e6, "swept");
        vm.assertEq(token.balanceOf(stranger), 10e6, "paid");
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(treasury), 0, 1));
        sweep(stranger, 1);
        vm.assertEq(treasury.swept(), 10e6, "swept");
    }

    function test_nobody_else_sweeps() public {
        payFee(payer, 10e6, REF);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        treasury.sweepRevenue(stranger, 1);
    }

    function test_a_sweep_needs_an_amount_and_a_receiver() public {
        expectRevert(IAgentTreasury.AgentTreasuryZeroAddress.selector);
        sweep(address(0), 1);
        expectRevert(IAgentTreasury.AgentTreasuryZeroAmount.selector);
        sweep(stranger, 0);
    }

    function testFuzz_the_books_balance(uint32[3] memory amounts) public {
        uint256 fee = bound(amounts[0], 1, 1000e6);
        uint256 cost = bound(amounts[1], 1, 100e6);
        payFee(payer, fee, REF);
        if (cost <= fee) charge("storage", cost, REF);
        uint256 left = token.balanceOf(address(treasury));
        uint256 taken = bound(amounts[2], 0, left);
        if (taken != 0) sweep(stranger, taken);
        vm.assertEq(treasury.earned() - treasury.spent() - treasury.swept(), left - taken, "balance");
        vm.assertEq(token.balanceOf(address(treasury)), left - taken, "held");
    }

    function test_a_treasury_needs_a_token_and_a_period() public {
        expectRevert(IAgentTreasury.AgentTreasuryZeroAddress.selector);
        new AgentTreasury(address(0), agent, PERIOD);
        expectRevert(IAgentTreasury.AgentTreasuryZeroAmount.selector);
        new AgentTreasury(address(token), agent, 0);
        vm.assertEq(treasury.token(), address(token), "token");
        vm.assertEq(treasury.budgetPeriod(), PERIOD, "period");
        vm.assertEq(treasury.owner(), agent, "owner");
    }

    function fund(address account, uint256 amount) private {
        token.mint(account, amount);
        vm.prank(account);
        token.approve(address(treasury), amount);
    }

    function payFee(address account, uint256 amount, bytes32 ref) private returns (bool) {
        vm.prank(account);
        return treasury.payFee(amount, ref);
    }

    function charge(string memory service, uint256 amount, bytes32 ref) private returns (bool) {
        vm.prank(agent);
        return treasury.charge(service, amount, ref);
    }

    function sweep(address to, uint256 amount) private {
        vm.prank(agent);
        treasury.sweepRevenue(to, amount);
    }

    function assertBudget(string memory service, uint256 budget, uint256 spent) private view {
        (uint256 actual, uint256 spentInPeriod) = treasury.budgetOf(service);
        vm.assertEq(actual, budget, "budget");
        vm.assertEq(spentInPeriod, spent, "spent in the period");
    }

    function expectRefConflict() private {
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryRefConflict.selector, REF));
    }

    function expectBudgetExceeded(uint256 budget, uint256 wouldSpend) private {
        vm.expectRevert(
            abi.encodeWithSelector(IAgentTreasury.AgentTreasuryBudgetExceeded.selector, "storage", budget, wouldSpend)
        );
    }
}
