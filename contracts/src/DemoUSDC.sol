// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";

/// @title A stand-in for USDC on the demo chain
/// @notice Worth nothing: its owner mints at will. Transfers can be authorized by signatures, as x402 payments are.
contract DemoUSDC is ERC20, ERC20Permit, ERC3009, Ownable {
    /// @param owner_ Who may mint.
    constructor(address owner_) ERC20("Demo USDC", "USDC") ERC20Permit("Demo USDC") Ownable(owner_) {}

    /// @notice Creates `amount` smallest units for `to`; only the owner.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice Six, as USDC has.
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
