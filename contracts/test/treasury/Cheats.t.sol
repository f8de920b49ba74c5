// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {AgentTreasury} from "../../src/AgentTreasury.sol";
import {IAgentTreasury} from "../../src/interfaces/IAgentTreasury.sol";
import {vm} from "../support/Vm.sol";
import {FeeToken, HookToken, IdleToken, MintableToken, Reenterer} from "./OddTokens.sol";
import {TreasuryFixture} from "./TreasuryFixture.sol";

/// @title What an owner, a payer or a token might take from the treasury
contract TreasuryCheatsTest is TreasuryFixture {
    function test_the_agent_does_not_sweep_what_was_never_earned() public {
        token.mint(address(treasury), 50e6);
        expectNotEarned(1, 0);
        sweep(stranger, 1);
        payFee(payer, 10e6, REF);
        expectNotEarned(10e6 + 1, 10e6);
        sweep(stranger, 10e6 + 1);
        charge("storage", 4e6, "1");
        expectNotEarned(6e6 + 1, 6e6);
        sweep(stranger, 6e6 + 1);
        sweep(stranger, 6e6);
        expectNotEarned(1, 0);
        sweep(stranger, 1);
        vm.assertEq(token.balanceOf(address(treasury)), 50e6, "what was given stays");
    }

    function test_spending_more_than_was_earned_leaves_nothing_to_sweep() public {
        token.mint(address(treasury), 50e6);
        payFee(payer, 10e6, REF);
        charge("storage", 30e6, "1");
        expectNotEarned(1, 0);
        sweep(stranger, 1);
        payFee(payer, 21e6, "2");
        sweep(stranger, 1e6);
    }

    function testFuzz_no_sequence_sweeps_more_than_was_earned_and_not_spent(uint8[24] memory actions, uint64 given)
        public
    {
        token.mint(address(treasury), bound(given, 0, 500e6));
        for (uint256 i; i < actions.length; ++i) {
            uint256 amount = (1 + actions[i] / 3) * 1e5;
            if (actions[i] % 3 == 0) {
                payFee(payer, amount, bytes32(i));
            } else if (actions[i] % 3 == 1) {
                vm.prank(agent);
                try treasury.charge("storage", amount, bytes32(i)) {} catch {}
            } else {
                uint256 gone = treasury.spent() + treasury.swept();
                uint256 available = treasury.earned() > gone ? treasury.earned() - gone : 0;
                if (amount > available) expectNotEarned(amount, available);
                sweep(stranger, amount);
            }
        }
        vm.assertLe(treasury.swept(), treasury.earned(), "swept");
        vm.assertEq(token.balanceOf(stranger), treasury.swept(), "receiver");
    }

    function test_the_agent_does_not_leave_while_there_are_funds() public {
        payFee(payer, 10e6, REF);
        expectHoldsFunds(10e6);
        renounce();
        sweep(stranger, 10e6);
        token.mint(address(treasury), 1);
        expectHoldsFunds(1);
        renounce();
        charge("storage", 1, "1");
        renounce();
        vm.assertEq(treasury.owner(), address(0), "owner");
    }

    function test_nobody_else_renounces() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        treasury.renounceOwnership();
    }

    function test_no_fee_is_taken_that_nobody_could_take_out() public {
        renounce();
        expectRevert(IAgentTreasury.AgentTreasuryWithoutOwner.selector);
        payFee(payer, 10e6, REF);
        vm.assertEq(token.balanceOf(payer), 1000e6, "payer");
    }

    function testFuzz_a_fee_is_booked_by_what_arrived(uint64 amount) public {
        FeeToken odd = new FeeToken();
        uint256 paid = bound(amount, 1, type(uint64).max);
        use(odd, paid);
        uint256 arrived = paid - paid / 100;
        expectEmitFrom(address(treasury));
        emit IAgentTreasury.FeeEarned(payer, arrived, REF);
        payFee(payer, paid, REF);
        vm.assertEq(treasury.earned(), arrived, "earned");
        vm.assertFalse(payFee(payer, paid, REF), "a repeat is the amount that was sent");
        expectNotEarned(arrived + 1, arrived);
        sweep(stranger, arrived + 1);
        sweep(stranger, arrived);
        vm.assertEq(odd.balanceOf(address(treasury)), 0, "held");
    }

    function test_a_token_that_answers_false_books_nothing() public {
        IdleToken odd = new IdleToken(false);
        use(odd, 10e6);
        odd.mint(address(treasury), 10e6);
        bytes memory reason = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(odd));
        vm.expectRevert(reason);
        payFee(payer, 10e6, REF);
        vm.expectRevert(reason);
        charge("storage", 1, "1");
        vm.assertEq(treasury.earned() + treasury.spent(), 0, "books");
        assertBudget("storage", 100e6, 0);
    }

    function test_a_token_that_moves_nothing_earns_nothing() public {
        use(new IdleToken(true), 10e6);
        expectRevert(IAgentTreasury.AgentTreasuryZeroAmount.selector);
        payFee(payer, 10e6, REF);
    }

    /// @dev Counted by balances alone, a fee within a fee would be earned twice.
    function test_a_fee_within_a_fee_is_not_booked() public {
        (HookToken odd, Reenterer thief) = hooked();
        thief.prepare(abi.encodeCall(IAgentTreasury.payFee, (20e6, "2")));
        thief.call(address(treasury), abi.encodeCall(IAgentTreasury.payFee, (10e6, REF)));
        assertAttempts(thief);
        vm.assertEq(treasury.earned(), 10e6, "earned");
        vm.assertEq(odd.balanceOf(address(treasury)), 10e6, "held");
    }

    function test_an_owner_with_hooks_takes_nothing_from_within_a_transfer() public {
        bytes[3] memory again = [
            abi.encodeCall(IAgentTreasury.charge, ("storage", 1, "1")),
            abi.encodeCall(IAgentTreasury.sweepRevenue, (stranger, 1)),
            abi.encodeCall(Ownable.renounceOwnership, ())
        ];
        bytes[3] memory first = [
            abi.encodeCall(IAgentTreasury.payFee, (10e6, REF)),
            abi.encodeCall(IAgentTreasury.charge, ("storage", 10e6, REF)),
            abi.encodeCall(IAgentTreasury.sweepRevenue, (stranger, 10e6))
        ];
        for (uint256 i; i < 9; ++i) {
            (HookToken odd, Reenterer thief) = hooked();
            vm.prank(agent);
            treasury.transferOwnership(address(thief));
            thief.call(address(treasury), abi.encodeWithSignature("acceptOwnership()"));
            thief.prepare(again[i % 3]);
            // Renouncing is refused for the balance alone unless nothing is left in the second half of a transfer.
            if (i / 3 != 0) thief.call(address(treasury), abi.encodeCall(IAgentTreasury.payFee, (10e6, "fee")));
            thief.call(address(treasury), first[i / 3]);
            assertAttempts(thief);
            vm.assertEq(odd.balanceOf(address(treasury)), i / 3 == 0 ? 10e6 : 0, "held");
            vm.assertEq(treasury.owner(), address(thief), "owner");
        }
    }

    /// @dev A treasury of another token, of which the payer has `amount` to spend.
    function use(MintableToken odd, uint256 amount) private {
        treasury = new AgentTreasury(address(odd), agent, PERIOD);
        vm.prank(agent);
        treasury.setService("storage", payee, 100e6);
        odd.mint(payer, amount);
        vm.prank(payer);
        odd.approve(address(treasury), amount);
    }

    /// @dev A payer whom its token calls in each transfer.
    function hooked() private returns (HookToken odd, Reenterer thief) {
        odd = new HookToken();
        use(odd, 0);
        thief = new Reenterer(address(treasury));
        odd.mint(address(thief), 30e6);
        thief.call(address(odd), abi.encodeCall(odd.approve, (address(treasury), 30e6)));
        odd.hook(thief);
    }

    function renounce() private {
        vm.prank(agent);
        treasury.renounceOwnership();
    }

    function expectHoldsFunds(uint256 balance) private {
        vm.expectRevert(abi.encodeWithSelector(IAgentTreasury.AgentTreasuryHoldsFunds.selector, balance));
    }

    function assertAttempts(Reenterer thief) private view {
        vm.assertTrue(thief.attempts() >= 2, "attempts");
        vm.assertEq(thief.successes(), 0, "successes");
    }
}
