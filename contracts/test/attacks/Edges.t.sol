// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

/// @title Bonding, unbonding and voting in every order around the edges of the warm-up and of the vote
contract EdgesTest is Fixture {
    uint256 private constant MORE = 5 ether;
    uint256 private constant LESS = 4 ether;

    uint40 private opening;
    uint40 private end;
    uint40 private bondsAt;
    uint40 private unbondsAt;

    function test_a_bond_an_unbond_and_a_vote_in_every_order_around_every_edge() public {
        bond(stranger, BOND);
        skip(3 * WARM_UP);
        opening = timeNow() + 2 * WARM_UP;
        end = opening + VOTING;
        uint40 warm = opening - 1 - WARM_UP;
        uint40[9] memory moments =
            [warm - 1, warm, warm + 1, opening - 2, opening - 1, opening, opening + 1, end - 1, end];
        uint40[4] memory votes = [opening, opening + 1, end - 1, end];
        bytes32 id = open();
        uint256 snapshot = vm.snapshotState();
        for (uint256 i; i < 9; ++i) {
            for (uint256 j; j < 9; ++j) {
                for (uint256 k; k < 4; ++k) {
                    vm.revertToState(snapshot);
                    (bondsAt, unbondsAt) = (moments[i], moments[j]);
                    playUntil(opening - 1);
                    vm.warp(opening);
                    submit(id);
                    playUntil(votes[k]);
                    vm.warp(votes[k]);
                    votes[k] < end ? assertWeighs(id) : assertTooLate(id);
                    playUntil(end);
                    vm.assertLe(escrow.lockedOf(stranger), registry.bondOf(stranger), "locked");
                }
            }
        }
    }

    /// @dev What is due up to `moment` and was not done yet; of two in one second the bond comes first.
    function playUntil(uint40 moment) private {
        bool bondFirst = bondsAt <= unbondsAt;
        for (uint256 i; i < 2; ++i) {
            if (bondFirst == (i == 0)) {
                if (bondsAt > moment || bondsAt == 0) continue;
                if (timeNow() < bondsAt) vm.warp(bondsAt);
                bond(stranger, MORE);
                bondsAt = 0;
            } else {
                if (unbondsAt > moment || unbondsAt == 0) continue;
                if (timeNow() < unbondsAt) vm.warp(unbondsAt);
                startUnbond(stranger, LESS);
                unbondsAt = 0;
            }
        }
    }

    function assertWeighs(bytes32 id) private {
        vote(id, stranger, true);
        uint256 expected = registry.bondAt(stranger, opening - 1 - WARM_UP);
        uint256 then = registry.bondAt(stranger, opening - 1);
        if (then < expected) expected = then;
        if (registry.bondOf(stranger) < expected) expected = registry.bondOf(stranger);
        vm.assertEq(escrow.weightOf(id, stranger), expected, "weight");
        vm.assertEq(escrow.lockedOf(stranger), expected * 2000 / 10_000, "locked");
    }

    function assertTooLate(bytes32 id) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowClosed.selector, id, end));
        vote(id, stranger, true);
    }
}
