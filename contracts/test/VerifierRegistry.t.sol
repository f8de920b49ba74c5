// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VerifierRegistry} from "../src/VerifierRegistry.sol";
import {IVerifierRegistry} from "../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "./support/Fixture.sol";
import {vm} from "./support/Vm.sol";

contract VerifierRegistryTest is Fixture {
    function test_bonds_add_up() public {
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Bonded(verifier(0), 2 ether, BOND + 2 ether);
        bond(verifier(0), 2 ether);
        vm.assertEq(registry.bondOf(verifier(0)), BOND + 2 ether, "bond");
        vm.assertEq(registry.totalBonded(), 5 * BOND + 2 ether, "total");
        vm.assertEq(address(registry).balance, 5 * BOND + 2 ether, "held");
    }

    function test_a_bond_is_at_least_the_minimum() public {
        vm.deal(stranger, 2 ether);
        expectBondTooSmall(MIN_BOND - 1);
        vm.prank(stranger);
        registry.bond{value: MIN_BOND - 1}();
        vm.prank(stranger);
        registry.bond{value: MIN_BOND}();
        vm.prank(stranger);
        registry.bond{value: 1}();
        vm.assertEq(registry.bondOf(stranger), MIN_BOND + 1, "bond");
    }

    function test_a_bond_of_nothing_is_refused() public {
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        registry.bond();
    }

    function testFuzz_a_bond_is_taken_from_the_minimum_on(uint96 amount) public {
        amount = uint96(bound(amount, 1, type(uint96).max));
        vm.deal(stranger, amount);
        if (amount < MIN_BOND) expectBondTooSmall(amount);
        vm.prank(stranger);
        registry.bond{value: amount}();
        if (amount >= MIN_BOND) vm.assertEq(registry.bondOf(stranger), amount, "bond");
    }

    function test_unbonding_takes_stake_out_of_every_vote_at_once() public {
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.UnbondStarted(verifier(0), 4 ether, 6 ether, timeNow() + UNBONDING);
        startUnbond(0, 4 ether);
        (uint128 amount, uint40 readyAt) = registry.unbondingOf(verifier(0));
        vm.assertEq(amount, 4 ether, "unbonding");
        vm.assertEq(readyAt, timeNow() + UNBONDING, "ready");
        vm.assertEq(registry.bondOf(verifier(0)), 6 ether, "bond");
        vm.assertEq(registry.totalBonded(), 46 ether, "total");
    }

    function test_what_stays_bonded_is_nothing_or_the_minimum() public {
        expectBondTooSmall(MIN_BOND - 1);
        startUnbond(0, BOND - MIN_BOND + 1);
        startUnbond(0, BOND - MIN_BOND);
        startUnbond(0, MIN_BOND);
        vm.assertEq(registry.bondOf(verifier(0)), 0, "bond");
    }

    function test_nobody_unbonds_more_than_is_bonded_or_nothing() public {
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryInsufficientBond.selector, verifier(0), BOND, BOND + 1
            )
        );
        startUnbond(0, BOND + 1);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        startUnbond(0, 0);
    }

    function test_unbonding_again_adds_up_and_starts_the_wait_anew() public {
        startUnbond(0, 2 ether);
        skip(1 days);
        startUnbond(0, 3 ether);
        (uint128 amount, uint40 readyAt) = registry.unbondingOf(verifier(0));
        vm.assertEq(amount, 5 ether, "unbonding");
        vm.assertEq(readyAt, timeNow() + UNBONDING, "ready");
    }

    function test_unbonded_stake_leaves_when_the_wait_ends_and_not_a_second_before() public {
        startUnbond(0, 4 ether);
        uint40 readyAt = timeNow() + UNBONDING;
        vm.warp(readyAt - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryUnbonding.selector, verifier(0), readyAt)
        );
        withdrawUnbonded(0);
        vm.warp(readyAt);
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.UnbondWithdrawn(verifier(0), 4 ether);
        withdrawUnbonded(0);
        vm.assertEq(verifier(0).balance, 4 ether, "paid");
        vm.assertEq(address(registry).balance, 46 ether, "held");
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        withdrawUnbonded(0);
    }

    function testFuzz_unbonded_stake_leaves_only_after_the_wait(uint96 amount, uint32 elapsed) public {
        amount = uint96(bound(amount, 1, BOND - MIN_BOND));
        startUnbond(0, amount);
        uint40 readyAt = timeNow() + UNBONDING;
        skip(bound(elapsed, 0, 2 * UNBONDING));
        bool early = timeNow() < readyAt;
        if (early) {
            vm.expectRevert(
                abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryUnbonding.selector, verifier(0), readyAt)
            );
        }
        withdrawUnbonded(0);
        vm.assertEq(verifier(0).balance, early ? 0 : amount, "paid");
    }

    function test_a_verifier_that_refuses_its_stake_is_told_so() public {
        Refuser refuser = new Refuser();
        vm.deal(address(refuser), BOND);
        vm.startPrank(address(refuser));
        registry.bond{value: BOND}();
        registry.startUnbond(BOND);
        skip(UNBONDING);
        vm.expectRevert(
            abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryTransferFailed.selector, address(refuser), BOND)
        );
        registry.withdrawUnbonded();
        vm.stopPrank();
    }

    function test_history_answers_for_any_second() public {
        uint48 first = timeNow();
        skip(10);
        bond(verifier(0), 1 ether);
        bond(verifier(0), 1 ether);
        skip(10);
        startUnbond(0, 5 ether);
        vm.assertEq(registry.bondAt(verifier(0), first + 9), BOND, "before");
        vm.assertEq(registry.bondAt(verifier(0), first + 10), BOND + 2 ether, "same second");
        vm.assertEq(registry.bondAt(verifier(0), first + 19), BOND + 2 ether, "until the next");
        vm.assertEq(registry.bondAt(verifier(0), first + 20), BOND - 3 ether, "after");
        vm.assertEq(registry.bondAt(verifier(0), uint48(START - 1)), 0, "before all");
        vm.assertEq(registry.totalBondedAt(first + 9), 5 * BOND, "total before");
        vm.assertEq(registry.totalBondedAt(first + 10), 5 * BOND + 2 ether, "total same second");
        vm.assertEq(registry.totalBondedAt(first + 20), 5 * BOND - 3 ether, "total after");
    }

    function testFuzz_the_total_is_the_sum_of_all_bonds_at_any_second(uint80[6] memory amounts, uint8 moment) public {
        uint48 start = timeNow();
        for (uint256 i; i < 6; ++i) {
            bond(verifier(i % 5), bound(amounts[i], MIN_BOND, 100 ether));
            skip(10);
            if (i % 2 == 1) startUnbond(i % 5, registry.bondOf(verifier(i % 5)));
        }
        uint256 sum;
        for (uint256 i; i < 5; ++i) {
            sum += registry.bondAt(verifier(i), start + moment);
        }
        vm.assertEq(registry.totalBondedAt(start + moment), sum, "sum");
    }

    function test_a_slash_takes_active_stake_first_and_unbonding_stake_next() public {
        startUnbond(0, 4 ether);
        vm.assertEq(slash(0, 5 ether), 5 ether, "from the active stake");
        vm.assertEq(registry.bondOf(verifier(0)), 1 ether, "bond");
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Slashed(verifier(0), 3 ether, 0);
        vm.assertEq(slash(0, 3 ether), 3 ether, "from both");
        (uint128 unbonding, uint40 readyAt) = registry.unbondingOf(verifier(0));
        vm.assertEq(unbonding, 2 ether, "unbonding");
        vm.assertEq(readyAt, timeNow() + UNBONDING, "the wait stays");
        vm.assertEq(slash(0, 3 ether), 2 ether, "what is left");
        vm.assertEq(registry.slashedPot(), 10 ether, "pot");
        vm.assertEq(registry.totalBonded(), 40 ether, "total");
    }

    function test_a_slash_of_nothing_tells_nothing() public {
        vm.recordLogs();
        vm.assertEq(slash(0, 0), 0, "taken");
        vm.assertEq(slash(9, 1 ether), 0, "nothing to take");
        vm.assertEq(vm.getRecordedLogs().length, 0, "silent");
    }

    function testFuzz_a_slash_takes_what_is_there_and_no_more(uint96 unbonding, uint96 amount) public {
        unbonding = uint96(bound(unbonding, 1, BOND - MIN_BOND));
        amount = uint96(bound(amount, 0, 2 * BOND));
        startUnbond(0, unbonding);
        uint256 active = BOND - unbonding;
        uint256 taken = slash(0, amount);
        vm.assertEq(taken, amount < BOND ? amount : BOND, "taken");
        vm.assertEq(registry.bondOf(verifier(0)), taken < active ? active - taken : 0, "bond");
        (uint128 left,) = registry.unbondingOf(verifier(0));
        vm.assertEq(left, taken < active ? unbonding : BOND - taken, "unbonding");
        vm.assertEq(registry.slashedPot(), taken, "pot");
    }

    function test_slashing_keeps_history_as_it_was() public {
        uint48 before = timeNow();
        skip(1);
        slash(0, 3 ether);
        vm.assertEq(registry.bondAt(verifier(0), before), BOND, "bond then");
        vm.assertEq(registry.totalBondedAt(before), 5 * BOND, "total then");
        vm.assertEq(registry.totalBonded(), 47 ether, "total now");
    }

    function test_only_the_escrow_slashes() public {
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryNotEscrow.selector, stranger));
        vm.prank(stranger);
        registry.slash(verifier(0), 1);
    }

    function test_slashed_stake_goes_to_the_fixed_receiver() public {
        slash(0, 3 ether);
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.SlashedSwept(slashReceiver, 3 ether);
        vm.prank(stranger);
        registry.sweepSlashed();
        vm.assertEq(slashReceiver.balance, 3 ether, "paid");
        vm.assertEq(registry.slashedPot(), 0, "pot");
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        registry.sweepSlashed();
    }

    function test_the_escrow_is_fixed_once_by_the_deployer() public {
        VerifierRegistry fresh = new VerifierRegistry(UNBONDING, MIN_BOND, slashReceiver);
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryNotDeployer.selector, stranger));
        vm.prank(stranger);
        fresh.setEscrow(stranger);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        fresh.setEscrow(address(0));
        expectEmitFrom(address(fresh));
        emit IVerifierRegistry.EscrowSet(address(escrow));
        fresh.setEscrow(address(escrow));
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryEscrowFixed.selector, address(escrow)));
        fresh.setEscrow(stranger);
        vm.assertEq(fresh.escrow(), address(escrow), "escrow");
    }

    function test_without_an_escrow_stake_can_still_leave() public {
        VerifierRegistry fresh = new VerifierRegistry(UNBONDING, MIN_BOND, slashReceiver);
        vm.deal(stranger, 1 ether);
        vm.startPrank(stranger);
        fresh.bond{value: 1 ether}();
        fresh.startUnbond(1 ether);
        skip(UNBONDING);
        fresh.withdrawUnbonded();
        vm.stopPrank();
        vm.assertEq(stranger.balance, 1 ether, "paid");
    }

    function test_the_registry_tells_its_terms() public {
        vm.assertEq(registry.unbondingPeriod(), UNBONDING, "unbonding period");
        vm.assertEq(registry.minBond(), MIN_BOND, "minimum");
        vm.assertEq(registry.slashReceiver(), slashReceiver, "slash receiver");
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        new VerifierRegistry(UNBONDING, MIN_BOND, address(0));
    }

    function startUnbond(uint256 index, uint256 amount) private {
        vm.prank(verifier(index));
        registry.startUnbond(amount);
    }

    function withdrawUnbonded(uint256 index) private {
        vm.prank(verifier(index));
        registry.withdrawUnbonded();
    }

    function slash(uint256 index, uint256 amount) private returns (uint256) {
        vm.prank(address(escrow));
        return registry.slash(verifier(index), amount);
    }

    function expectBondTooSmall(uint256 bonded) private {
        vm.expectRevert(
            abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryBondTooSmall.selector, bonded, MIN_BOND)
        );
    }
}

/// @notice Takes no ETH but what it was dealt.
contract Refuser {}
