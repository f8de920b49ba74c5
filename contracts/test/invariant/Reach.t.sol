// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Base} from "../support/Base.sol";
import {vm} from "../support/Vm.sol";
import {BackerHandler, BuilderHandler, DriverHandler, VerifierHandler} from "./Handlers.sol";
import {World} from "./World.sol";

/// @title Invariants prove nothing about states that are never reached
contract ReachTest is Base {
    uint256 private constant WALKS = 12;
    uint256 private constant STEPS = 100;

    mapping(IMilestoneEscrow.State from => mapping(IMilestoneEscrow.State to => uint256)) private _taken;
    uint256 private _slashed;

    function test_the_handlers_take_every_transition_of_the_table() public {
        for (uint256 i; i < WALKS; ++i) {
            vm.warp(START);
            walk(i);
        }
        takes(IMilestoneEscrow.State.Open, IMilestoneEscrow.State.Voting);
        takes(IMilestoneEscrow.State.Open, IMilestoneEscrow.State.Failed);
        takes(IMilestoneEscrow.State.Voting, IMilestoneEscrow.State.Provisional);
        takes(IMilestoneEscrow.State.Provisional, IMilestoneEscrow.State.Disputed);
        takes(IMilestoneEscrow.State.Provisional, IMilestoneEscrow.State.Verified);
        takes(IMilestoneEscrow.State.Provisional, IMilestoneEscrow.State.Failed);
        takes(IMilestoneEscrow.State.Disputed, IMilestoneEscrow.State.Verified);
        takes(IMilestoneEscrow.State.Disputed, IMilestoneEscrow.State.Failed);
        takes(IMilestoneEscrow.State.Verified, IMilestoneEscrow.State.Released);
        takes(IMilestoneEscrow.State.Failed, IMilestoneEscrow.State.Refunded);
        vm.assertTrue(_slashed > 0, "somebody is slashed");
    }

    /// @dev Much as forge would walk: random actions of the handlers with random arguments.
    function walk(uint256 seed) private {
        World world = new World();
        BuilderHandler builder = new BuilderHandler(world);
        builder.create(5 days + 4, seed);
        BackerHandler backer = new BackerHandler(world);
        VerifierHandler verifier = new VerifierHandler(world);
        DriverHandler driver = new DriverHandler(world);
        for (uint256 i; i < STEPS; ++i) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            (uint256 which, uint256 what) = (random >> 8, random >> 16);
            if (i % 20 == 0) builder.create(random, what);
            if (random % 8 < 3) driver.advance(which, what);
            else if (random % 8 < 5) driver.pushAtTheEdge(which, what);
            else if (random % 8 == 5) driver.goToTheEdge(which, what);
            else if (random % 8 == 6) backer.stake(which, what, what >> 8);
            else verifier.vote(which, what, what & 256 == 0, what >> 9);
        }
        vm.assertEq(world.violation(), "", "violation");
        for (uint256 from; from < 9; ++from) {
            for (uint256 to; to < 9; ++to) {
                _taken[
                    IMilestoneEscrow.State(from)
                ][
                    IMilestoneEscrow.State(to)
                ] += world.transitions(IMilestoneEscrow.State(from), IMilestoneEscrow.State(to));
            }
        }
        _slashed += world.slashed();
    }

    function takes(IMilestoneEscrow.State from, IMilestoneEscrow.State to) private view {
        string memory name = string.concat(vm.toString(uint256(from)), " to ", vm.toString(uint256(to)));
        vm.assertTrue(_taken[from][to] > 0, name);
    }
}
