// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @title What every test needs
/// @notice Forge itself brings assertions and cheatcodes; a test library would add only these lines.
abstract contract Base {
    uint256 internal constant START = 1_800_000_000;

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        uint256 size = high - low + 1;
        return size == 0 ? value : low + (value % size);
    }

    /// @dev Through a cheatcode, as the optimizer takes `block.timestamp` for constant within a call.
    function timeNow() internal view returns (uint40) {
        return uint40(vm.getBlockTimestamp());
    }

    function skip(uint256 elapsed) internal {
        vm.warp(vm.getBlockTimestamp() + elapsed);
    }

    function expectRevert(bytes4 selector) internal {
        vm.expectRevert(abi.encodeWithSelector(selector));
    }

    function expectEmitFrom(address emitter) internal {
        vm.expectEmit(true, true, true, true, emitter);
    }
}
