// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "../support/Vm.sol";
import {Judge} from "./Judge.sol";

/// @title Everything that can be done to the registry of verifiers, done to the contract and to the model
abstract contract Bonds is Judge {
    uint256 public slashed;

    function bondMore(address account, uint256 amount) external {
        bool allowed = amount > 0 && bondNow(account) + amount >= MIN_BOND;
        if (!_attemptRegistry("bond", allowed, account, amount, abi.encodeCall(registry.bond, ()))) return;

        _setBond(account, bondNow(account) + amount);
        registryIn += amount;
    }

    function startUnbond(address account, uint256 amount) external {
        uint256 bonded = bondNow(account);
        bool allowed = amount > 0 && amount <= bonded && (bonded - amount == 0 || bonded - amount >= MIN_BOND);
        bytes memory call = abi.encodeCall(registry.startUnbond, (amount));
        if (!_attemptRegistry("startUnbond", allowed, account, 0, call)) return;

        _setBond(account, bonded - amount);
        unbonding[account] += amount;
        unbondReadyAt[account] = timeNow() + UNBONDING;
    }

    function withdrawUnbonded(address account) external {
        uint256 amount = unbonding[account];
        bool allowed = amount > 0 && timeNow() >= unbondReadyAt[account] && openVotes[account] == 0;
        uint256 before = account.balance;
        bytes memory call = abi.encodeCall(registry.withdrawUnbonded, ());
        if (!_attemptRegistry("withdrawUnbonded", allowed, account, 0, call)) return;

        unbonding[account] = 0;
        unbondReadyAt[account] = 0;
        registryOut += account.balance - before;
        _require(account.balance - before == amount, "unbonding paid another amount");
    }

    function sweepSlashed() external {
        uint256 before = slashReceiver.balance;
        bytes memory call = abi.encodeCall(registry.sweepSlashed, ());
        if (!_attemptRegistry("sweepSlashed", pot > 0, actor(5), 0, call)) return;

        _require(slashReceiver.balance - before == pot, "the sweep paid another amount");
        registryOut += pot;
        pot = 0;
    }

    function _slash(address account, uint256 due) internal {
        uint256 bonded = bondNow(account);
        uint256 active = due < bonded ? due : bonded;
        uint256 rest = due - active < unbonding[account] ? due - active : unbonding[account];
        if (active > 0) _setBond(account, bonded - active);
        unbonding[account] -= rest;
        pot += active + rest;
        slashed += active + rest;
    }
}
