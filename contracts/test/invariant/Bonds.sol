// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Judge} from "./Judge.sol";

/// @title Everything that can be done to the registry of verifiers, done to the contract and to the model
abstract contract Bonds is Judge {
    function bondMore(address who, uint256 amount) public {
        bool allowed = amount > 0 && bondNow(who) + amount >= MIN_BOND;
        if (!_attemptRegistry("bond", allowed, who, amount, abi.encodeCall(registry.bond, ()))) return;

        _setBond(who, bondNow(who) + amount);
        registryIn += amount;
    }

    function startUnbond(address who, uint256 amount) external {
        uint256 bonded = bondNow(who);
        uint256 rest = amount > bonded ? 0 : bonded - amount;
        bool allowed = amount > 0 && amount <= bonded && (rest == 0 || rest >= MIN_BOND) && rest >= lockedOf(who);
        bytes memory call = abi.encodeCall(registry.startUnbond, (amount));
        if (!_attemptRegistry("startUnbond", allowed, who, 0, call)) return;

        _setBond(who, rest);
        unbonding[who] += amount;
        unbondReadyAt[who] = timeNow() + UNBONDING;
    }

    function withdrawUnbonded(address who, address to) external {
        uint256 amount = unbonding[who];
        bool allowed = amount > 0 && timeNow() >= unbondReadyAt[who] && to != address(0);
        bytes memory call = who == to
            ? abi.encodeCall(registry.withdrawUnbonded, ())
            : abi.encodeCall(registry.withdrawUnbondedTo, (to));
        uint256 before = to.balance;
        if (!_attemptRegistry("withdrawUnbonded", allowed, who, 0, call)) return;

        unbonding[who] = 0;
        unbondReadyAt[who] = 0;
        registryOut += to.balance - before;
        _require(to.balance - before == amount, "unbonding paid another amount");
    }

    function withdrawRewards(address who, address to) external {
        uint256 amount = rewardsOf[who];
        bool allowed = amount > 0 && to != address(0);
        uint256 before = to.balance;
        bytes memory call = abi.encodeCall(registry.withdrawRewards, (to));
        if (!_attemptRegistry("withdrawRewards", allowed, who, 0, call)) return;

        rewardsOf[who] = 0;
        registryOut += to.balance - before;
        _require(to.balance - before == amount, "rewards paid another amount");
    }

    function sweepSlashed() external {
        uint256 before = slashReceiver.balance;
        bytes memory call = abi.encodeCall(registry.sweepSlashed, ());
        if (!_attemptRegistry("sweepSlashed", pot > 0, account(5), 0, call)) return;

        _require(slashReceiver.balance - before == pot, "the sweep paid another amount");
        registryOut += pot;
        pot = 0;
    }

    function setSlashReceiver(address caller, address receiver) external {
        bool allowed =
            caller == slashReceiver && receiver != address(0) && receiver != arbiter() && receiver != feeRecipient;
        bytes memory call = abi.encodeCall(registry.setSlashReceiver, (receiver));
        if (_attemptRegistry("setSlashReceiver", allowed, caller, 0, call)) slashReceiver = receiver;
    }

    /// @dev Takes `amount` of the active bond, `kept` of it for those who were right.
    function _take(address who, uint256 amount, uint256 kept) internal {
        if (amount == 0) return;
        _setBond(who, bondNow(who) - amount);
        pot += amount - kept;
        reserved += kept;
    }
}
