// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract PauseTest is Fixture {
    function test_pausing_stops_create_stake_and_vote() public {
        bytes32 opened = open();
        bytes32 inVote = voting();
        pause();

        expectRevert(Pausable.EnforcedPause.selector);
        open();
        expectRevert(Pausable.EnforcedPause.selector);
        escrow.stake{value: 1}(opened);
        expectRevert(Pausable.EnforcedPause.selector);
        vote(inVote, 0, true);

        vm.prank(owner);
        escrow.unpause();
        open();
        stake(opened, ann, 1);
        vote(inVote, 0, true);
    }

    function test_pausing_stops_nothing_else() public {
        bytes32 rejected = ended(false);
        bytes32 approved = provisional(true);
        bytes32 inVote = voting();
        bytes32 late = staked();
        bytes32 unstaked = open();
        pause();

        submit(late);
        vm.prank(builder);
        escrow.cancel(unstaked);
        dispute(approved, challenger);
        rule(approved, true);
        escrow.release(approved, splits);
        withdraw(builder);
        escrow.refund(rejected, ann);
        withdraw(ann);
        escrow.settleVote(rejected, verifier(0));
        skip(VOTING);
        escrow.tally(inVote);
        skip(CHALLENGE);
        escrow.finalize(inVote);
        assertState(inVote, IMilestoneEscrow.State.Failed);
    }

    function test_only_the_owner_pauses() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        escrow.pause();
        pause();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        escrow.unpause();
    }

    function pause() private {
        vm.prank(owner);
        escrow.pause();
    }
}
