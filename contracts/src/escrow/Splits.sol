// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../interfaces/IMilestoneEscrow.sol";

/// @title How a released stake is divided
library Splits {
    uint256 internal constant RECIPIENTS_MAX = 16;
    uint256 internal constant BPS = 10_000;

    /// @notice Whether there are 1 to 16 recipients, neither zero nor the arbiter, whose shares sum to exactly 10,000.
    function areValid(IMilestoneEscrow.Split[] calldata splits, address arbiter) internal pure returns (bool) {
        if (splits.length == 0 || splits.length > RECIPIENTS_MAX) return false;
        uint256 sum;
        for (uint256 i; i < splits.length; ++i) {
            address recipient = splits[i].recipient;
            if (recipient == address(0) || recipient == arbiter) return false;
            sum += splits[i].bps;
        }
        return sum == BPS;
    }

    /// @notice The share of recipient `index` in wei; the last one takes what rounding left over.
    function shareOf(IMilestoneEscrow.Split[] calldata splits, uint256 index, uint256 amount, uint256 remaining)
        internal
        pure
        returns (uint256)
    {
        return index + 1 == splits.length ? remaining : amount * splits[index].bps / BPS;
    }
}
