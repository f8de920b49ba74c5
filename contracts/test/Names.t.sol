// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NameRegistry} from "../src/NameRegistry.sol";
import {NameResolver} from "../src/NameResolver.sol";
import {INameRegistry} from "../src/interfaces/INameRegistry.sol";
import {INameResolver} from "../src/interfaces/INameResolver.sol";
import {Base} from "./support/Base.sol";
import {vm} from "./support/Vm.sol";

contract NamesTest is Base {
    /// @dev viem's `namehash('alice.eth')`.
    bytes32 private constant ALICE_ETH = 0x787192fc5378cc32aa956ddfdedbf26b24e8d78e40109add0eea2c1a012c3dec;

    address private immutable registrar = address(0x4E);
    address private immutable attestor = address(0xA7);
    address private immutable alice = address(0xA11CE);
    address private immutable stranger = address(0x57);

    NameRegistry private registry;
    NameResolver private resolver;

    function setUp() public {
        registry = new NameRegistry(registrar);
        resolver = new NameResolver(registry, attestor);
        vm.assertEq(resolver.attestor(), attestor, "attestor");
    }

    function test_the_registrar_gives_a_name_to_an_owner() public {
        expectEmitFrom(address(registry));
        emit INameRegistry.NameRegistered(ALICE_ETH, "alice.eth", alice);
        bytes32 node = register("alice");
        vm.assertEq(node, ALICE_ETH, "node");
        vm.assertEq(registry.ownerOf(node), alice, "owner");
        vm.assertEq(registry.nameOf(node), "alice.eth", "name");
    }

    function test_nobody_else_gives_names() public {
        vm.expectRevert(abi.encodeWithSelector(INameRegistry.NameRegistryNotOwner.selector, ALICE_ETH, stranger));
        vm.prank(stranger);
        registry.register("alice", stranger);
    }

    function test_a_name_is_given_once() public {
        register("alice");
        vm.expectRevert(abi.encodeWithSelector(INameRegistry.NameRegistryTaken.selector, ALICE_ETH));
        register("alice");
    }

    function test_a_name_needs_an_owner() public {
        expectRevert(INameRegistry.NameRegistryZeroAddress.selector);
        vm.prank(registrar);
        registry.register("alice", address(0));
        expectRevert(INameRegistry.NameRegistryZeroAddress.selector);
        new NameRegistry(address(0));
    }

    function test_labels_are_plain_and_not_too_long() public {
        string memory longest = "012345678901234567890123456789012345678901234567890123456789abc";
        string[18] memory refused = [
            "",
            "Alice",
            "al ice",
            "al.ice",
            "-alice",
            "alice-",
            "-",
            "al_ice",
            unicode"älice",
            "a`",
            "a{",
            "a/",
            "a:",
            "xn--a",
            "ab--c",
            "a---b",
            "12--34",
            ""
        ];
        refused[17] = string.concat(longest, "d");
        for (uint256 i; i < refused.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(INameRegistry.NameRegistryInvalidLabel.selector, refused[i]));
            register(refused[i]);
        }
        string[10] memory taken = ["a", "z", "0", "9", "a-b", "a--b", "ab-c", "abc-d", "abc--d", longest];
        for (uint256 i; i < taken.length; ++i) {
            vm.assertEq(registry.nameOf(register(taken[i])), string.concat(taken[i], ".eth"), "name");
        }
    }

    function testFuzz_a_label_is_taken_when_all_its_characters_are_plain(bytes8 raw, uint8 length) public {
        bytes memory label = new bytes(bound(length, 1, 8));
        bool plain = true;
        for (uint256 i; i < label.length; ++i) {
            label[i] = bytes1(uint8(0x20 + uint8(raw[i]) % 0x60));
            bool letter = label[i] >= "a" && label[i] <= "z";
            bool digit = label[i] >= "0" && label[i] <= "9";
            bool inner = label[i] == "-" && i != 0 && i + 1 != label.length;
            plain = plain && (letter || digit || inner);
        }
        // ENSIP-15 allows no hyphens in the third and fourth place.
        plain = plain && (label.length < 4 || label[2] != "-" || label[3] != "-");
        if (!plain) {
            vm.expectRevert(abi.encodeWithSelector(INameRegistry.NameRegistryInvalidLabel.selector, string(label)));
        }
        register(string(label));
    }

    function test_an_owner_passes_a_name_on() public {
        bytes32 node = register("alice");
        expectEmitFrom(address(registry));
        emit INameRegistry.NameTransferred(node, stranger);
        vm.prank(alice);
        registry.transfer(node, stranger);
        vm.assertEq(registry.ownerOf(node), stranger, "owner");
    }

    function test_only_the_owner_passes_a_name_on_and_to_somebody() public {
        bytes32 node = register("alice");
        vm.expectRevert(abi.encodeWithSelector(INameRegistry.NameRegistryNotOwner.selector, node, registrar));
        vm.prank(registrar);
        registry.transfer(node, registrar);
        expectRevert(INameRegistry.NameRegistryZeroAddress.selector);
        vm.prank(alice);
        registry.transfer(node, address(0));
    }

    function test_nobody_passes_on_a_name_that_nobody_owns() public {
        vm.expectRevert(abi.encodeWithSelector(INameRegistry.NameRegistryNotOwner.selector, ALICE_ETH, stranger));
        vm.prank(stranger);
        registry.transfer(ALICE_ETH, stranger);
    }

    function test_the_owner_sets_the_address() public {
        bytes32 node = register("alice");
        expectEmitFrom(address(resolver));
        emit INameResolver.AddrChanged(node, alice);
        vm.prank(alice);
        resolver.setAddr(node, alice);
        vm.assertEq(resolver.addr(node), alice, "address");
        vm.assertEq(resolver.addr(node, 60), abi.encodePacked(alice), "as bytes");
        vm.assertEq(resolver.addr(node, 61), "", "of another chain");
        vm.assertEq(resolver.addr(keccak256("other"), 60), "", "of another name");
    }

    function test_nobody_else_sets_the_address() public {
        bytes32 node = register("alice");
        expectNotAuthorised(node, attestor);
        vm.prank(attestor);
        resolver.setAddr(node, attestor);
    }

    function test_a_name_that_nobody_owns_takes_no_records() public {
        expectNotAuthorised(ALICE_ETH, stranger);
        vm.prank(stranger);
        resolver.setAddr(ALICE_ETH, stranger);
        expectNotAuthorised(ALICE_ETH, stranger);
        vm.prank(stranger);
        resolver.setText(ALICE_ETH, "url", "https://example.org");
    }

    function test_the_owner_sets_texts() public {
        bytes32 node = register("alice");
        expectEmitFrom(address(resolver));
        emit INameResolver.TextChanged(node, "url", "url", "https://example.org");
        setText(alice, node, "url", "https://example.org");
        vm.assertEq(resolver.text(node, "url"), "https://example.org", "url");
        vm.assertEq(resolver.text(node, "avatar"), "", "unset");
    }

    function test_nobody_else_sets_a_text() public {
        bytes32 node = register("alice");
        string[2] memory keys = ["url", "svc.reputation.score"];
        for (uint256 i; i < keys.length; ++i) {
            expectNotAuthorised(node, stranger);
            setText(stranger, node, keys[i], "97");
            expectNotAuthorised(node, attestor);
            setText(attestor, node, keys[i], "97");
        }
    }

    function test_records_follow_the_name_to_its_new_owner() public {
        bytes32 node = register("alice");
        vm.prank(alice);
        registry.transfer(node, stranger);
        setText(stranger, node, "url", "https://example.com");
        expectNotAuthorised(node, alice);
        setText(alice, node, "url", "https://example.org");
    }

    function test_everyone_sets_and_clears_a_primary_name() public {
        expectEmitFrom(address(resolver));
        emit INameResolver.PrimaryNameChanged(alice, "alice.eth");
        vm.prank(alice);
        resolver.setPrimaryName("alice.eth");
        vm.assertEq(resolver.primaryNameOf(alice), "alice.eth", "set");
        vm.prank(alice);
        resolver.setPrimaryName("");
        vm.assertEq(resolver.primaryNameOf(alice), "", "cleared");
    }

    function test_a_primary_name_has_255_bytes_at_most() public {
        string memory longest = string(new bytes(255));
        vm.startPrank(alice);
        resolver.setPrimaryName(longest);
        vm.expectRevert(abi.encodeWithSelector(INameResolver.NameResolverNameTooLong.selector, 256, 255));
        resolver.setPrimaryName(string.concat(longest, "a"));
        vm.stopPrank();
        vm.assertEq(resolver.primaryNameOf(alice), longest, "name");
    }

    function register(string memory label) private returns (bytes32) {
        vm.prank(registrar);
        return registry.register(label, alice);
    }

    function setText(address writer, bytes32 node, string memory key, string memory value) private {
        vm.prank(writer);
        resolver.setText(node, key, value);
    }

    function expectNotAuthorised(bytes32 node, address caller) private {
        vm.expectRevert(abi.encodeWithSelector(INameResolver.NameResolverNotAuthorised.selector, node, caller));
    }
}
