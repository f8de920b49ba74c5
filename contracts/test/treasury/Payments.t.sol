// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {AgentTreasury} from "../../src/AgentTreasury.sol";
import {IAgentTreasury} from "../../src/interfaces/IAgentTreasury.sol";
import {vm} from "../support/Vm.sol";
import {TreasuryFixture} from "./TreasuryFixture.sol";

contract TreasuryPaymentsTest is TreasuryFixture {
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

    function test_the_agent_sweeps_what_is_left_over() public {
        payFee(payer, 10e6, REF);
        expectEmitFrom(address(treasury));
        emit IAgentTreasury.RevenueSwept(stranger, 4e6);
        sweep(stranger, 4e6);
        sweep(stranger, 6e6);
        vm.assertEq(treasury.swept(), 10e6, "swept");
        vm.assertEq(token.balanceOf(stranger), 10e6, "paid");
        expectNotEarned(1, 0);
        sweep(stranger, 1);
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

    /// @dev A call of its own: after an expected revert of `new` forge ends the test, and nothing below is looked at.
    function deployTreasury(address token_, uint40 period) external returns (AgentTreasury) {
        return new AgentTreasury(token_, agent, period);
    }

    function test_a_treasury_needs_a_token_and_a_period() public {
        expectRevert(IAgentTreasury.AgentTreasuryZeroAddress.selector);
        this.deployTreasury(address(0), PERIOD);
        expectRevert(IAgentTreasury.AgentTreasuryZeroAmount.selector);
        this.deployTreasury(address(token), 0);
        vm.assertEq(treasury.token(), address(token), "token");
        vm.assertEq(treasury.budgetPeriod(), PERIOD, "period");
        vm.assertEq(treasury.owner(), agent, "owner");
    }
}
