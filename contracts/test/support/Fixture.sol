// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Deployment} from "./Deployment.sol";
import {vm} from "./Vm.sol";

/// @title Roads to every state of a milestone
abstract contract Fixture is Deployment {
    function create(IMilestoneEscrow.Params memory params) internal returns (bytes32) {
        return create(params, keccak256(abi.encode(splits)));
    }

    function create(IMilestoneEscrow.Params memory params, bytes32 splitsHash) internal returns (bytes32) {
        vm.prank(builder);
        return escrow.create(PROJECT, timeNow() + 30 days, METADATA, splitsHash, params);
    }

    function open() internal returns (bytes32) {
        return create(defaultParams());
    }

    function stake(bytes32 id, address backer, uint256 amount) internal {
        vm.deal(backer, backer.balance + amount);
        vm.prank(backer);
        escrow.stake{value: amount}(id);
    }

    function submit(bytes32 id) internal {
        vm.prank(builder);
        escrow.submitEvidence(id, ROOT);
    }

    function vote(bytes32 id, uint256 index, bool support) internal {
        vm.prank(verifier(index));
        escrow.vote(id, support, ROOT);
    }

    /// @dev Ann has 3 ether and Bob 1 ether in it.
    function staked() internal returns (bytes32 id) {
        id = open();
        stake(id, ann, 3 ether);
        stake(id, bob, 1 ether);
    }

    function voting() internal returns (bytes32 id) {
        id = staked();
        submit(id);
    }

    /// @dev Verifiers 0 to 2 vote for the verdict and verifier 3 against it.
    function provisional(bool verdict) internal returns (bytes32 id) {
        id = voting();
        for (uint256 i; i < 4; ++i) {
            vote(id, i, i < 3 ? verdict : !verdict);
        }
        skip(VOTING);
        escrow.tally(id);
    }

    function dispute(bytes32 id, address account) internal returns (uint256 amount) {
        amount = escrow.minDisputeBond(id);
        vm.deal(account, account.balance + amount);
        vm.prank(account);
        escrow.dispute{value: amount}(id);
    }

    function disputed(bool verdict) internal returns (bytes32 id) {
        id = provisional(verdict);
        dispute(id, challenger);
    }

    function rule(bytes32 id, bool verdict) internal {
        vm.prank(arbiter);
        escrow.rule(id, verdict);
    }

    /// @dev Undisputed, so that `verdict` is the verifiers' own.
    function ended(bool verdict) internal returns (bytes32 id) {
        id = provisional(verdict);
        skip(CHALLENGE);
        escrow.finalize(id);
    }

    function withdraw(address account) internal returns (uint256) {
        uint256 before = account.balance;
        vm.prank(account);
        escrow.withdraw();
        return account.balance - before;
    }

    function stateOf(bytes32 id) internal view returns (IMilestoneEscrow.State) {
        return escrow.milestone(id).state;
    }

    function assertState(bytes32 id, IMilestoneEscrow.State expected) internal view {
        vm.assertEq(uint256(stateOf(id)), uint256(expected), "state");
    }

    function expectWrongState(bytes32 id, IMilestoneEscrow.State state) internal {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWrongState.selector, id, state));
    }
}
