// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {MilestonePolicy} from "./MilestonePolicy.sol";

/// @title A pause that ends by itself
/// @notice OpenZeppelin's Pausable lasts until its owner ends it; here one pause is followed by a time of its length in
/// which the owner cannot pause again.
abstract contract TimedPause is MilestonePolicy, Ownable2Step {
    /// @notice When the present or last pause ends, in seconds since the epoch.
    uint40 public pausedUntil;

    modifier whenNotPaused() {
        if (paused()) revert MilestoneEscrowPaused(pausedUntil);
        _;
    }

    /// @notice Refuses `create` and `stake` for a time, nothing else.
    function pause() external onlyOwner {
        uint256 from = pausedUntil == 0 ? 0 : uint256(pausedUntil) + _pausePeriod;
        if (block.timestamp < from) revert MilestoneEscrowPauseTooSoon(uint40(from));

        pausedUntil = uint40(block.timestamp) + _pausePeriod;
        emit Paused(msg.sender, pausedUntil);
    }

    /// @notice Ends the pause early.
    function unpause() external onlyOwner {
        if (!paused()) revert MilestoneEscrowNotPaused();

        pausedUntil = uint40(block.timestamp);
        emit Unpaused(msg.sender);
    }

    /// @notice Without an owner nobody could end a pause early, so a paused contract keeps its owner.
    function renounceOwnership() public override(Ownable) onlyOwner {
        if (paused()) revert MilestoneEscrowPaused(pausedUntil);
        super.renounceOwnership();
    }

    /// @notice Whether `create` and `stake` are refused now.
    function paused() public view returns (bool) {
        return block.timestamp < pausedUntil;
    }
}
