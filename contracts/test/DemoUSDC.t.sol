// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {DemoUSDC} from "../src/DemoUSDC.sol";
import {Base} from "./support/Base.sol";
import {vm} from "./support/Vm.sol";

contract DemoUSDCTest is Base {
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    DemoUSDC private token;

    function setUp() public {
        token = new DemoUSDC(address(this));
    }

    function test_it_looks_like_usdc() public view {
        vm.assertEq(token.symbol(), "USDC", "symbol");
        vm.assertEq(uint256(token.decimals()), 6, "decimals");
    }

    function test_only_the_owner_mints() public {
        token.mint(address(1), 5e6);
        vm.assertEq(token.balanceOf(address(1)), 5e6, "minted");
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(1)));
        vm.prank(address(1));
        token.mint(address(1), 1);
    }

    function testFuzz_a_permit_allows_what_its_owner_signed(uint256 amount, uint248 key) public {
        uint256 privateKey = bound(key, 1, type(uint248).max);
        address signer = vm.addr(privateKey);
        uint256 deadline = vm.getBlockTimestamp();
        bytes32 permit = keccak256(abi.encode(PERMIT, signer, address(this), amount, 0, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), permit));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(privateKey, digest);
        token.permit(signer, address(this), amount, deadline, v, r, s);
        vm.assertEq(token.allowance(signer, address(this)), amount, "allowance");
    }
}
