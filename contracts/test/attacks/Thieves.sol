// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../../src/interfaces/IVerifierRegistry.sol";

/// @notice Withdraws its credit and, while being paid, calls the escrow again.
contract Reenterer {
    IMilestoneEscrow private immutable _escrow;
    bytes private _call;
    bytes4 public reason;

    constructor(IMilestoneEscrow escrow) {
        _escrow = escrow;
    }

    function attack(bytes calldata call) external {
        _call = call;
        _escrow.withdraw();
    }

    receive() external payable {
        (bool done, bytes memory result) = address(_escrow).call(_call);
        reason = done ? bytes4(0) : bytes4(result);
    }
}

/// @notice Withdraws its unbonded stake and, while being paid, tries to once more.
contract RegistryReenterer {
    IVerifierRegistry private immutable _registry;
    bytes4 public reason;

    constructor(IVerifierRegistry registry) {
        _registry = registry;
    }

    function bond(uint256 amount) external {
        _registry.bond{value: amount}();
        _registry.startUnbond(amount);
    }

    function withdraw() external {
        _registry.withdrawUnbonded();
    }

    receive() external payable {
        try _registry.withdrawUnbonded() {}
        catch (bytes memory result) {
            reason = bytes4(result);
        }
    }
}

/// @notice Takes no ETH.
contract Rejecter {}

/// @notice Pushes its ETH into a contract that does not want it.
contract Forcer {
    constructor(address payable target) payable {
        selfdestruct(target);
    }
}
