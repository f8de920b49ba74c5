// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {vm} from "../support/Vm.sol";
import {Model} from "./Model.sol";

/// @title Whether what happened was allowed
/// @notice Each action first asks the model whether it is allowed. A call that succeeds against the model, or fails
/// against it, or panics, and a change of state that is not in the table, are kept as `violation`.
abstract contract Judge is Model {
    string public violation;
    mapping(bytes32 id => IMilestoneEscrow.State) public lastState;
    mapping(IMilestoneEscrow.State from => mapping(IMilestoneEscrow.State to => uint256)) public transitions;

    function _is(IMilestoneEscrow.Milestone storage milestone, IMilestoneEscrow.State state)
        internal
        view
        returns (bool)
    {
        return milestone.state == state;
    }

    function _attempt(string memory name, bool allowed, address caller, uint256 value, bytes memory call)
        internal
        returns (bool)
    {
        return _call(name, address(escrow), allowed, caller, value, call);
    }

    function _attemptRegistry(string memory name, bool allowed, address caller, uint256 value, bytes memory call)
        internal
        returns (bool)
    {
        return _call(name, address(registry), allowed, caller, value, call);
    }

    function _call(string memory name, address target, bool allowed, address caller, uint256 value, bytes memory call)
        internal
        returns (bool done)
    {
        if (value > 0) vm.deal(caller, caller.balance + value);
        bytes memory reason;
        vm.prank(caller);
        (done, reason) = target.call{value: value}(call);
        _require(!done || allowed, string.concat(name, " succeeded although it must fail"));
        _require(done || !allowed, string.concat(name, " failed although it must succeed"));
        _require(done || bytes4(reason) != 0x4e487b71, string.concat(name, " panicked"));
    }

    /// @dev Follows the contract's own state words, whatever the model thinks.
    function _observe() internal {
        for (uint256 i; i < ids.length; ++i) {
            IMilestoneEscrow.State from = lastState[ids[i]];
            IMilestoneEscrow.State to = escrow.milestone(ids[i]).state;
            if (from == to) continue;
            _require(_inTable(from, to), "a transition that is not in the table");
            lastState[ids[i]] = to;
            ++transitions[from][to];
        }
    }

    function _inTable(IMilestoneEscrow.State from, IMilestoneEscrow.State to) internal pure returns (bool) {
        if (from == IMilestoneEscrow.State.None) return to == IMilestoneEscrow.State.Open;
        if (from == IMilestoneEscrow.State.Open) {
            return to == IMilestoneEscrow.State.Voting || to == IMilestoneEscrow.State.Failed;
        }
        if (from == IMilestoneEscrow.State.Voting) return to == IMilestoneEscrow.State.Provisional;
        if (from == IMilestoneEscrow.State.Provisional && to == IMilestoneEscrow.State.Disputed) return true;
        if (from == IMilestoneEscrow.State.Provisional || from == IMilestoneEscrow.State.Disputed) {
            return to == IMilestoneEscrow.State.Verified || to == IMilestoneEscrow.State.Failed;
        }
        if (from == IMilestoneEscrow.State.Verified) return to == IMilestoneEscrow.State.Released;
        if (from == IMilestoneEscrow.State.Failed) return to == IMilestoneEscrow.State.Refunded;
        return false;
    }

    function _require(bool holds, string memory message) internal {
        if (!holds && bytes(violation).length == 0) violation = message;
    }
}
