// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Acts for itself and, whenever it is paid, makes one more call to whoever pays.
contract Reenterer {
    bytes private _again;
    uint256 public payments;
    bytes4 public reason;

    /// @return result What `target` answered; its revert passes through.
    function act(address target, uint256 amount, bytes calldata call) external payable returns (bytes memory result) {
        bool done;
        (done, result) = target.call{value: amount}(call);
        if (!done) {
            assembly ("memory-safe") {
                revert(add(result, 32), mload(result))
            }
        }
    }

    function arm(bytes calldata again) external {
        (_again, payments, reason) = (again, 0, 0);
    }

    receive() external payable {
        ++payments;
        (bool done, bytes memory result) = msg.sender.call(_again);
        reason = done ? bytes4(0) : bytes4(result);
    }
}

/// @notice Takes no ETH.
contract Rejecter {}

/// @notice Answers a payment with a megabyte, as a success or as the reason of a revert.
contract Bomber {
    bool private immutable _reverts;

    constructor(bool reverts) {
        _reverts = reverts;
    }

    receive() external payable {
        bool reverts = _reverts;
        assembly ("memory-safe") {
            if reverts {
                revert(0, 1000000)
            }
            return(0, 1000000)
        }
    }
}

/// @notice Pushes its ETH into a contract that does not want it.
contract Forcer {
    constructor(address payable target) payable {
        selfdestruct(target);
    }
}
