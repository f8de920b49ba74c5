// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Deployment} from "./Deployment.sol";
import {vm} from "./Vm.sol";

/// @title Roads to every state of a milestone
abstract contract Fixture is Deployment {
    function create(IMilestoneEscrow.Params memory params) internal returns (bytes32) {
        return create(builder, timeNow() + 30 days, params);
    }

    function create(address account, uint40 deadline, IMilestoneEscrow.Params memory params)
        internal
        returns (bytes32)
    {
        vm.prank(account);
        return escrow.create(PROJECT, deadline, METADATA, splits, params);
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
        vote(id, verifier(index), support);
    }

    function vote(bytes32 id, address account, bool support) internal {
        vm.prank(account);
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

    function splitAmong(uint256 count) internal {
        delete splits;
        uint16 each = 588;
        for (uint256 i; i + 1 < count; ++i) {
            splits.push(IMilestoneEscrow.Split(recipient(i), each));
        }
        splits.push(IMilestoneEscrow.Split(recipient(count - 1), uint16(10_000 - each * (count - 1))));
    }

    function recipient(uint256 index) internal pure returns (address) {
        return address(uint160(0x2000 + index));
    }

    /// @dev Bonded and warmed up, so that it votes on whatever is submitted from now on.
    function bondWarm(address account, uint256 amount) internal {
        bond(account, amount);
        skip(WARM_UP + 1);
    }

    function startUnbond(address account, uint256 amount) internal {
        vm.prank(account);
        registry.startUnbond(amount);
    }

    function stateOf(bytes32 id) internal view returns (IMilestoneEscrow.State) {
        return escrow.milestone(id).state;
    }

    function assertState(bytes32 id, IMilestoneEscrow.State expected) internal view {
        vm.assertEq(uint256(stateOf(id)), uint256(expected), "state");
    }

    function expectOutside(bytes32 name, uint256 value, uint256 min, uint256 max) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowOutsidePolicy.selector, name, value, min, max)
        );
    }

    function expectNoWeight(bytes32 id, address account) internal {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoWeight.selector, id, account));
    }

    function expectConflict(bytes32 id, address account) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowConflictOfInterest.selector, id, account)
        );
    }

    function expectNothingDue(address account) internal {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNothingDue.selector, account));
    }

    function expectWrongState(bytes32 id, IMilestoneEscrow.State state) internal {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWrongState.selector, id, state));
    }
}
