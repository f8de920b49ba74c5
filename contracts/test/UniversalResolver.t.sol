// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NameRegistry} from "../src/NameRegistry.sol";
import {NameResolver} from "../src/NameResolver.sol";
import {UniversalResolver} from "../src/UniversalResolver.sol";
import {IUniversalResolver} from "../src/interfaces/IUniversalResolver.sol";
import {Base} from "./support/Base.sol";
import {vm} from "./support/Vm.sol";

contract UniversalResolverTest is Base {
    bytes private constant ALICE_DNS = hex"05616c6963650365746800";
    bytes private constant NOBODY_DNS = hex"066e6f626f64790365746800";

    address private immutable alice = address(0xA11CE);
    address private immutable bob = address(0xB0B);

    NameRegistry private registry;
    NameResolver private resolver;
    UniversalResolver private universal;
    bytes32 private node;
    string[] private gateways;

    function setUp() public {
        registry = new NameRegistry(address(this));
        resolver = new NameResolver(registry, address(this));
        universal = new UniversalResolver(registry, resolver);
        node = registry.register("alice", alice);
        vm.startPrank(alice);
        resolver.setAddr(node, alice);
        resolver.setText(node, "url", "https://example.org");
        resolver.setPrimaryName("alice.eth");
        vm.stopPrank();
    }

    function test_an_address_is_resolved_in_both_forms() public view {
        vm.assertEq(resolved(abi.encodeWithSignature("addr(bytes32)", node)), abi.encode(alice), "addr");
        bytes memory ofCoin = resolved(abi.encodeWithSignature("addr(bytes32,uint256)", node, 60));
        vm.assertEq(abi.decode(ofCoin, (bytes)), abi.encodePacked(alice), "addr of coin");
    }

    function test_a_text_is_resolved() public view {
        bytes memory result = resolved(abi.encodeWithSignature("text(bytes32,string)", node, "url"));
        vm.assertEq(abi.decode(result, (string)), "https://example.org", "text");
    }

    function test_a_service_text_is_resolved_for_the_address_that_claims_the_name() public {
        resolver.setServiceText(alice, "svc.reputation.score", "97");
        bytes memory question = abi.encodeWithSignature("text(bytes32,string)", node, "svc.reputation.score");
        vm.assertEq(abi.decode(resolved(question), (string)), "97", "claimed");
        vm.prank(alice);
        resolver.setPrimaryName("");
        vm.assertEq(abi.decode(resolved(question), (string)), "", "not claimed");
    }

    function test_a_name_that_nobody_owns_is_not_found() public {
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.ResolverNotFound.selector, NOBODY_DNS));
        universal.resolve(NOBODY_DNS, abi.encodeWithSignature("addr(bytes32)", node));
    }

    function test_a_subname_is_not_found() public {
        bytes memory subname = abi.encodePacked(hex"0161", ALICE_DNS);
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.ResolverNotFound.selector, subname));
        universal.resolve(subname, abi.encodeWithSignature("addr(bytes32)", node));
    }

    function test_a_question_about_another_name_is_refused() public {
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.ResolverError.selector, bytes("")));
        universal.resolve(ALICE_DNS, abi.encodeWithSignature("addr(bytes32)", keccak256("other")));
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.ResolverError.selector, bytes("")));
        universal.resolve(ALICE_DNS, abi.encodePacked(bytes4(keccak256("addr(bytes32)")), bytes31(node)));
    }

    function test_what_the_resolver_cannot_answer_is_an_error_and_not_an_answer() public {
        bytes memory cut = abi.encodePacked(bytes4(keccak256("text(bytes32,string)")), node);
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.ResolverError.selector, bytes("")));
        universal.resolve(ALICE_DNS, cut);
    }

    function test_other_questions_are_not_supported() public {
        bytes4 selector = bytes4(keccak256("contenthash(bytes32)"));
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.UnsupportedResolverProfile.selector, selector));
        universal.resolve(ALICE_DNS, abi.encodeWithSelector(selector, node));
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.UnsupportedResolverProfile.selector, bytes4(0)));
        universal.resolve(ALICE_DNS, hex"3b3b57");
    }

    function test_a_malformed_name_is_refused() public {
        bytes[6] memory names;
        names[0] = "";
        names[1] = hex"05616c6963650365746801";
        names[2] = hex"05616c69636503657468";
        names[3] = hex"05616c696365036574680000";
        names[4] = hex"ff";
        names[5] = hex"05616c69636504657468";
        for (uint256 i; i < names.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.DNSDecodingFailed.selector, names[i]));
            universal.findResolver(names[i]);
        }
    }

    function test_a_name_has_255_bytes_at_most() public {
        (address found, bytes32 hash,) = universal.findResolver(labelsOfOne(127));
        vm.assertEq(found, address(0), "nobody's");
        vm.assertTrue(hash != 0, "hashed");
        uint256[4] memory counts = [uint256(128), 129, 5_000, 50_000];
        for (uint256 i; i < counts.length; ++i) {
            bytes memory name = labelsOfOne(counts[i]);
            bytes memory refusal = abi.encodeWithSelector(IUniversalResolver.DNSDecodingFailed.selector, name);
            vm.expectRevert(refusal);
            universal.findResolver(name);
            vm.expectRevert(refusal);
            universal.resolve(name, "");
        }
        bytes memory longLabel = abi.encodePacked(bytes1(0xfd), new bytes(0xfd), bytes1(0));
        universal.findResolver(longLabel);
        longLabel = abi.encodePacked(bytes1(0xfe), new bytes(0xfe), bytes1(0));
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.DNSDecodingFailed.selector, longLabel));
        universal.findResolver(longLabel);
    }

    function test_the_longest_name_costs_little_to_find() public view {
        universal.findResolver(labelsOfOne(127));
        vm.assertLe(vm.lastCallGas().gasTotalUsed, 300_000, "gas");
    }

    function testFuzz_no_bytes_confuse_the_decoder(bytes calldata name) public view {
        try universal.findResolver(name) returns (address found, bytes32 hash, uint256) {
            vm.assertTrue(found == address(0) || hash == node, "only the known name is found");
            vm.assertEq(uint256(uint8(name[name.length - 1])), 0, "ends in the root");
        } catch (bytes memory reason) {
            bytes memory expected = abi.encodeWithSelector(IUniversalResolver.DNSDecodingFailed.selector, name);
            vm.assertEq(reason, expected, "refused for its encoding");
        }
    }

    function test_the_resolver_of_a_name_is_found() public view {
        (address found, bytes32 hash, uint256 offset) = universal.findResolver(ALICE_DNS);
        vm.assertEq(found, address(resolver), "resolver");
        vm.assertEq(hash, node, "node");
        vm.assertEq(offset, 0, "offset");
        (found, hash,) = universal.findResolver(NOBODY_DNS);
        vm.assertEq(found, address(0), "nobody's");
        (found, hash,) = universal.findResolver(hex"00");
        vm.assertEq(hash, 0, "the root's hash is zero");
    }

    function test_an_account_has_its_primary_name() public view {
        assertReverse(alice, "alice.eth");
    }

    function test_an_account_without_a_primary_name_has_none() public view {
        assertReverse(bob, "");
    }

    function test_a_claimed_name_must_point_back() public {
        vm.prank(bob);
        resolver.setPrimaryName("alice.eth");
        expectMismatch("alice.eth", abi.encodePacked(alice));
        universal.reverse(abi.encodePacked(bob), 60);
    }

    function test_a_name_that_nobody_owns_is_nobodys_primary_name() public {
        string[4] memory claims = ["nobody.eth", "eth", ".", "alice.eth."];
        for (uint256 i; i < claims.length; ++i) {
            vm.prank(bob);
            resolver.setPrimaryName(claims[i]);
            expectMismatch(claims[i], "");
            universal.reverse(abi.encodePacked(bob), 60);
        }
    }

    function test_a_primary_name_is_lost_when_the_address_moves_away() public {
        vm.prank(alice);
        resolver.setAddr(node, bob);
        expectMismatch("alice.eth", abi.encodePacked(bob));
        universal.reverse(abi.encodePacked(alice), 60);
    }

    function test_reverse_asks_for_twenty_bytes_of_ethereum() public {
        expectRevert(IUniversalResolver.EmptyAddress.selector);
        universal.reverse("", 60);
        bytes4 selector = bytes4(keccak256("addr(bytes32,uint256)"));
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.UnsupportedResolverProfile.selector, selector));
        universal.reverse(abi.encodePacked(alice), 0);
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.UnsupportedResolverProfile.selector, selector));
        universal.reverse(abi.encodePacked(alice, uint8(0)), 60);
    }

    /// @dev Labels of one letter: as many calls deep as a name of this length can be.
    function labelsOfOne(uint256 count) private pure returns (bytes memory name) {
        name = new bytes(2 * count + 1);
        for (uint256 i; i < count; ++i) {
            (name[2 * i], name[2 * i + 1]) = (bytes1(0x01), "a");
        }
    }

    /// @dev With and without gateways the answer is one.
    function resolved(bytes memory data) private view returns (bytes memory) {
        (bytes memory result, address by) = universal.resolve(ALICE_DNS, data);
        (bytes memory again, address byAgain) = universal.resolveWithGateways(ALICE_DNS, data, gateways);
        vm.assertEq(result, again, "with gateways");
        vm.assertEq(by, address(resolver), "resolver");
        vm.assertEq(byAgain, address(resolver), "resolver with gateways");
        return result;
    }

    function assertReverse(address account, string memory expected) private view {
        (string memory primary, address by, address reverseBy) = universal.reverse(abi.encodePacked(account), 60);
        vm.assertEq(primary, expected, "primary");
        vm.assertEq(by, address(resolver), "resolver");
        vm.assertEq(reverseBy, address(resolver), "reverse resolver");
        (primary,,) = universal.reverseWithGateways(abi.encodePacked(account), 60, gateways);
        vm.assertEq(primary, expected, "primary with gateways");
    }

    function expectMismatch(string memory claim, bytes memory actual) private {
        vm.expectRevert(abi.encodeWithSelector(IUniversalResolver.ReverseAddressMismatch.selector, claim, actual));
    }
}
