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
        startUnbond(verifier(0), 4 ether);
        (uint128 amount, uint40 readyAt) = registry.unbondingOf(verifier(0));
        vm.assertEq(amount, 4 ether, "unbonding");
        vm.assertEq(readyAt, timeNow() + UNBONDING, "ready");
        vm.assertEq(registry.bondOf(verifier(0)), 6 ether, "bond");
        vm.assertEq(registry.totalBonded(), 46 ether, "total");
    }

    function test_what_stays_bonded_is_nothing_or_the_minimum() public {
        expectBondTooSmall(MIN_BOND - 1);
        startUnbond(verifier(0), BOND - MIN_BOND + 1);
        startUnbond(verifier(0), BOND - MIN_BOND);
        startUnbond(verifier(0), MIN_BOND);
        vm.assertEq(registry.bondOf(verifier(0)), 0, "bond");
    }

    function test_nobody_unbonds_more_than_is_bonded_or_nothing() public {
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryInsufficientBond.selector, verifier(0), BOND, BOND + 1
            )
        );
        startUnbond(verifier(0), BOND + 1);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        startUnbond(verifier(0), 0);
    }

    function test_unbonding_again_adds_up_and_starts_the_wait_anew() public {
        startUnbond(verifier(0), 2 ether);
        skip(1 days);
        startUnbond(verifier(0), 3 ether);
        (uint128 amount, uint40 readyAt) = registry.unbondingOf(verifier(0));
        vm.assertEq(amount, 5 ether, "unbonding");
        vm.assertEq(readyAt, timeNow() + UNBONDING, "ready");
    }

    function test_unbonded_stake_leaves_when_the_wait_ends_and_not_a_second_before() public {
        startUnbond(verifier(0), 4 ether);
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
        startUnbond(verifier(0), amount);
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

    function test_history_answers_for_any_second() public {
        uint48 first = timeNow();
        skip(10);
        bond(verifier(0), 1 ether);
        bond(verifier(0), 1 ether);
        skip(10);
        startUnbond(verifier(0), 5 ether);
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
            if (i % 2 == 1) startUnbond(verifier(i % 5), registry.bondOf(verifier(i % 5)));
        }
        uint256 sum;
        for (uint256 i; i < 5; ++i) {
            sum += registry.bondAt(verifier(i), start + moment);
        }
        vm.assertEq(registry.totalBondedAt(start + moment), sum, "sum");
    }

    function test_a_slash_is_divided_between_the_reserve_and_the_pool() public {
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Slashed(verifier(0), 5 ether, 5 ether);
        vm.assertEq(slash(0, 5 ether, 2 ether), 5 ether, "taken");
        vm.assertEq(registry.bondOf(verifier(0)), 5 ether, "bond");
        vm.assertEq(registry.totalBonded(), 45 ether, "total");
        vm.assertEq(registry.reservedRewards(), 2 ether, "reserved");
        vm.assertEq(registry.slashedPot(), 3 ether, "pool");
    }

    function test_a_slash_of_nothing_tells_nothing() public {
        vm.recordLogs();
        vm.assertEq(slash(0, 0, 0), 0, "taken");
        vm.assertEq(slash(9, 1 ether, 1 ether), 0, "nothing to take");
        vm.assertEq(vm.getRecordedLogs().length, 0, "silent");
        vm.assertEq(registry.reservedRewards(), 0, "reserved");
    }

    function testFuzz_a_slash_takes_what_is_bonded_and_no_more(uint96 unbonding, uint96 amount, uint96 reserved)
        public
    {
        unbonding = uint96(bound(unbonding, 1, BOND - MIN_BOND));
        amount = uint96(bound(amount, 0, 2 * BOND));
        reserved = uint96(bound(reserved, 0, 2 * BOND));
        startUnbond(verifier(0), unbonding);
        uint256 active = BOND - unbonding;
        uint256 taken = slash(0, amount, reserved);
        vm.assertEq(taken, amount < active ? amount : active, "taken");
        vm.assertEq(registry.bondOf(verifier(0)), active - taken, "bond");
        (uint128 left,) = registry.unbondingOf(verifier(0));
        vm.assertEq(left, unbonding, "what is leaving leaves");
        vm.assertEq(registry.reservedRewards(), reserved < taken ? reserved : taken, "reserved");
        vm.assertEq(registry.slashedPot() + registry.reservedRewards(), taken, "all of it");
    }

    function test_slashing_keeps_history_as_it_was() public {
        uint48 before = timeNow();
        skip(1);
        slash(0, 3 ether, 0);
        vm.assertEq(registry.bondAt(verifier(0), before), BOND, "bond then");
        vm.assertEq(registry.totalBondedAt(before), 5 * BOND, "total then");
        vm.assertEq(registry.totalBonded(), 47 ether, "total now");
    }

    function test_only_the_escrow_takes_and_gives() public {
        vm.startPrank(stranger);
        expectNotEscrow();
        registry.slash(verifier(0), 1, 0);
        expectNotEscrow();
        registry.chargeAbstention(verifier(0), 1, 0);
        expectNotEscrow();
        registry.reward(stranger, 1);
        vm.stopPrank();
    }

    function test_rewards_come_out_of_what_was_reserved() public {
        slash(0, 3 ether, 2 ether);
        vm.startPrank(address(escrow));
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.Rewarded(verifier(1), 0.5 ether);
        registry.reward(verifier(1), 0.5 ether);
        registry.reward(verifier(1), 1.5 ether);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        registry.reward(verifier(1), 1);
        vm.stopPrank();
        vm.assertEq(registry.reservedRewards(), 0, "reserved");
        vm.assertEq(registry.rewardsOf(verifier(1)), 2 ether, "reward");
        vm.assertEq(registry.bondOf(verifier(1)), BOND, "not bonded");
    }

    function test_rewards_are_withdrawn_once_to_where_their_owner_says() public {
        slash(0, 3 ether, 2 ether);
        vm.prank(address(escrow));
        registry.reward(verifier(1), 2 ether);
        vm.startPrank(verifier(1));
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        registry.withdrawRewards(address(0));
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.RewardsWithdrawn(verifier(1), ann, 2 ether);
        registry.withdrawRewards(ann);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        registry.withdrawRewards(ann);
        vm.stopPrank();
        vm.assertEq(ann.balance, 2 ether, "paid");
    }

    function test_an_abstention_is_charged_at_most_once_in_a_warm_up_period() public {
        vm.assertEq(charge(0, 0), 0, "nothing uses up no turn");
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.AbstentionCharged(verifier(0), 1 ether, 9 ether);
        vm.assertEq(charge(1 ether, 0), 1 ether, "charged");
        skip(WARM_UP - 1);
        vm.assertEq(charge(1 ether, 0), 0, "too soon");
        skip(1);
        vm.assertEq(charge(1 ether, 0), 1 ether, "charged again");
        vm.assertEq(registry.slashedPot(), 2 ether, "pool");
        vm.assertEq(registry.totalBonded(), 48 ether, "total");
    }

    function testFuzz_an_abstention_never_touches_what_is_locked(uint96 amount, uint96 locked) public {
        amount = uint96(bound(amount, 0, 2 * BOND));
        locked = uint96(bound(locked, 0, 2 * BOND));
        uint256 free = locked < BOND ? BOND - locked : 0;
        uint256 taken = charge(amount, locked);
        vm.assertEq(taken, amount <= free ? amount : 0, "taken");
        vm.assertEq(registry.bondOf(verifier(0)), BOND - taken, "bond");
        vm.assertEq(registry.slashedPot(), taken, "pool");
        // What took nothing uses up no turn.
        if (taken == 0) vm.assertEq(charge(1, 0), 1, "the turn is still there");
    }

    function test_unbonding_keeps_the_turn_of_the_abstention() public {
        charge(1 ether, 0);
        startUnbond(verifier(0), 2 ether);
        vm.assertEq(charge(1 ether, 0), 0, "while unbonding");
        skip(UNBONDING);
        withdrawUnbonded(0);
        vm.assertEq(charge(1 ether, 0), 1 ether, "long after");
        (uint128 amount, uint40 readyAt) = registry.unbondingOf(verifier(0));
        vm.assertEq(uint256(amount) + readyAt, 0, "nothing is unbonding");
    }

    function test_stake_counts_in_a_vote_once_it_was_there_for_the_warm_up() public {
        uint48 start = timeNow();
        bond(stranger, 4 ether);
        skip(WARM_UP);
        bond(stranger, 2 ether);
        skip(2 * WARM_UP);
        assertVoting(stranger, start + WARM_UP - 1, 0, 6 ether);
        assertVoting(stranger, start + WARM_UP, 4 ether, 6 ether);
        assertVoting(stranger, start + 2 * WARM_UP - 1, 4 ether, 6 ether);
        assertVoting(stranger, start + 2 * WARM_UP, 6 ether, 6 ether);
        vm.assertEq(registry.votingTotalAt(start + WARM_UP - 1), 50 ether, "total before");
        vm.assertEq(registry.votingTotalAt(start + WARM_UP), 54 ether, "total of the first");
        vm.assertEq(registry.votingTotalAt(start + 2 * WARM_UP), 56 ether, "total of both");
        vm.assertEq(registry.votingTotalAt(1), 0, "before there was anything");
    }

    function test_stake_that_leaves_counts_no_more_from_that_second_on() public {
        uint48 start = timeNow();
        startUnbond(verifier(0), 4 ether);
        skip(1);
        assertVoting(verifier(0), start - 1, BOND, 6 ether);
        assertVoting(verifier(0), start, 6 ether, 6 ether);
        vm.assertEq(registry.votingTotalAt(start - 1), 50 ether, "total before");
        vm.assertEq(registry.votingTotalAt(start), 46 ether, "total after");
    }

    function test_a_bond_under_the_minimum_is_not_active() public {
        slash(0, BOND - MIN_BOND, 0);
        skip(2 * WARM_UP);
        assertVoting(verifier(0), timeNow() - 1, MIN_BOND, MIN_BOND);
        slash(0, 1, 0);
        assertVoting(verifier(0), timeNow() - 1, MIN_BOND, 0);
    }

    /// @dev In any order of bonds and unbonds, what may vote together is never more than the total.
    function testFuzz_what_may_vote_adds_up_to_no_more_than_the_total(uint80[8] memory amounts, uint40[8] memory waits)
        public
    {
        for (uint256 i; i < 8; ++i) {
            address account = verifier(i % 3);
            if (amounts[i] % 2 == 0) bond(account, bound(amounts[i], 1, 20 ether));
            else startUnbond(account, bound(amounts[i], 1, registry.bondOf(account) - MIN_BOND));
            skip(bound(waits[i], 0, WARM_UP));
            uint48 before = timeNow() - 1;
            uint256 sum;
            for (uint256 j; j < 5; ++j) {
                (uint256 warm,) = registry.votingBondOf(verifier(j), before);
                uint256 then = registry.bondAt(verifier(j), before);
                uint256 earlier = registry.bondAt(verifier(j), before - WARM_UP);
                vm.assertEq(warm, then < earlier ? then : earlier, "warm");
                sum += warm;
            }
            vm.assertLe(sum, registry.votingTotalAt(before), "sum");
        }
    }

    function test_stake_that_is_locked_cannot_leave() public {
        bytes32 id = voting();
        vote(id, 0, true);
        expectLocked(2 ether - 1);
        startUnbond(verifier(0), 8 ether + 1);
        expectLocked(0);
        startUnbond(verifier(0), BOND);
        startUnbond(verifier(0), 8 ether);
        expectLocked(1 ether);
        startUnbond(verifier(0), 1 ether);
    }

    function testFuzz_only_what_is_not_locked_leaves(uint96 amount) public {
        vote(voting(), 0, true);
        amount = uint96(bound(amount, 1, BOND));
        uint256 remaining = BOND - amount;
        if (remaining != 0 && remaining < MIN_BOND) expectBondTooSmall(remaining);
        else if (remaining < 2 ether) expectLocked(remaining);
        startUnbond(verifier(0), amount);
    }

    function test_unbonded_stake_leaves_while_votes_are_open() public {
        startUnbond(verifier(0), 4 ether);
        vote(voting(), 0, true);
        skip(UNBONDING);
        withdrawUnbonded(0);
        vm.assertEq(verifier(0).balance, 4 ether, "paid");
    }

    function test_unbonded_stake_is_paid_where_its_owner_says() public {
        startUnbond(verifier(0), 4 ether);
        skip(UNBONDING);
        vm.startPrank(verifier(0));
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        registry.withdrawUnbondedTo(address(0));
        registry.withdrawUnbondedTo(ann);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        registry.withdrawUnbondedTo(ann);
        vm.stopPrank();
        vm.assertEq(ann.balance, 4 ether, "paid");
    }

    function test_the_receiver_of_slashed_stake_passes_its_role_on() public {
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryNotSlashReceiver.selector, owner));
        vm.prank(owner);
        registry.setSlashReceiver(owner);
        slash(0, 3 ether, 0);
        vm.startPrank(slashReceiver);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        registry.setSlashReceiver(address(0));
        expectEmitFrom(address(registry));
        emit IVerifierRegistry.SlashReceiverChanged(ann);
        registry.setSlashReceiver(ann);
        vm.stopPrank();
        registry.sweepSlashed();
        vm.assertEq(ann.balance, 3 ether, "the next");
        vm.assertEq(slashReceiver.balance, 0, "the former");
    }

    function test_the_common_pool_goes_to_its_receiver() public {
        slash(0, 3 ether, 0);
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
        VerifierRegistry fresh = new VerifierRegistry(UNBONDING, WARM_UP, MIN_BOND, slashReceiver);
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
        VerifierRegistry fresh = new VerifierRegistry(UNBONDING, WARM_UP, MIN_BOND, slashReceiver);
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
        vm.assertEq(registry.warmUpPeriod(), WARM_UP, "warm-up period");
        vm.assertEq(registry.minBond(), MIN_BOND, "minimum");
        vm.assertEq(registry.slashReceiver(), slashReceiver, "slash receiver");
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAddress.selector);
        this.deployRegistry(WARM_UP, MIN_BOND, address(0));
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        this.deployRegistry(0, MIN_BOND, slashReceiver);
        expectRevert(IVerifierRegistry.VerifierRegistryZeroAmount.selector);
        this.deployRegistry(WARM_UP, 0, slashReceiver);
    }

    function withdrawUnbonded(uint256 index) private {
        vm.prank(verifier(index));
        registry.withdrawUnbonded();
    }

    function slash(uint256 index, uint256 amount, uint256 reserved) private returns (uint256) {
        vm.prank(address(escrow));
        return registry.slash(verifier(index), amount, reserved);
    }

    function charge(uint256 amount, uint256 locked) private returns (uint256) {
        vm.prank(address(escrow));
        return registry.chargeAbstention(verifier(0), amount, locked);
    }

    function assertVoting(address account, uint48 moment, uint256 warm, uint256 active) private view {
        (uint256 actualWarm, uint256 actualActive) = registry.votingBondOf(account, moment);
        vm.assertEq(actualWarm, warm, "warm");
        vm.assertEq(actualActive, active, "active");
    }

    function expectNotEscrow() private {
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryNotEscrow.selector, stranger));
    }

    function expectLocked(uint256 remaining) private {
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryStakeLocked.selector, verifier(0), 2 ether, remaining
            )
        );
    }

    function expectBondTooSmall(uint256 bonded) private {
        vm.expectRevert(
            abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryBondTooSmall.selector, bonded, MIN_BOND)
        );
    }
}
