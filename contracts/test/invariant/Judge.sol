// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MilestoneEscrow} from "../../src/MilestoneEscrow.sol";
import {VerifierRegistry} from "../../src/VerifierRegistry.sol";
import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {vm} from "../support/Vm.sol";
import {Rules} from "./Rules.sol";

/// @title Whether what happened was allowed
/// @notice Each action first asks the model whether it is allowed. A call that succeeds against the model, or fails
/// against it, or panics, and a change of state that is not in the table, are kept as `violation`.
abstract contract Judge is Rules {
    VerifierRegistry public registry;
    MilestoneEscrow public escrow;
    string public violation;
    uint256 public attempted;
    uint256 public succeeded;
    mapping(string what => uint256) public reached;
    mapping(bytes4 selector => uint256) public refused;
    /// @dev How many calls had been attempted when this milestone was last changed.
    mapping(bytes32 id => uint256) public changedAt;
    mapping(bytes32 id => IMilestoneEscrow.State) internal _lastState;
    mapping(bytes32 id => uint256) public verdicts;
    mapping(bytes32 id => uint40) public endedAt;
    mapping(IMilestoneEscrow.State from => mapping(IMilestoneEscrow.State to => uint256)) public transitions;

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
        private
        returns (bool done)
    {
        if (value > 0) vm.deal(caller, caller.balance + value);
        bytes memory reason;
        vm.prank(caller);
        (done, reason) = target.call{value: value}(call);
        ++attempted;
        if (done) {
            ++succeeded;
            ++reached[name];
        } else {
            ++refused[bytes4(reason)];
        }
        _require(!done || allowed, string.concat(name, " succeeded although it must fail"));
        _require(done || !allowed, string.concat(name, " failed although it must succeed"));
        _require(done || bytes4(reason) != 0x4e487b71, string.concat(name, " panicked"));
    }

    /// @dev Follows the contract's own state words, whatever the model thinks.
    function _observe(bytes32 id) internal {
        changedAt[id] = attempted;
        IMilestoneEscrow.State from = _lastState[id];
        IMilestoneEscrow.State to = escrow.milestone(id).state;
        if (from == to) return;
        _require(_inTable(from, to), "a transition that is not in the table");
        _lastState[id] = to;
        ++transitions[from][to];
        if (to == IMilestoneEscrow.State.Verified || to == IMilestoneEscrow.State.Failed) {
            ++verdicts[id];
            endedAt[id] = timeNow();
        }
    }

    function _inTable(IMilestoneEscrow.State from, IMilestoneEscrow.State to) private pure returns (bool) {
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
