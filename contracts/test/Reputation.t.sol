// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NameRegistry} from "../src/NameRegistry.sol";
import {NameResolver} from "../src/NameResolver.sol";
import {INameResolver} from "../src/interfaces/INameResolver.sol";
import {Base} from "./support/Base.sol";
import {vm} from "./support/Vm.sol";

/// @title Who can show which `svc.*` records
/// @notice Alice owns alice.eth, which points at her, and the attestor gave her a score of 97. Mallory owns mallory.eth.
contract ReputationTest is Base {
    string private constant SCORE = "svc.reputation.score";

    address private immutable attestor = address(0xA7);
    address private immutable alice = address(0xA11CE);
    address private immutable mallory = address(0x3A);

    NameRegistry private registry;
    NameResolver private resolver;
    bytes32 private aliceEth;
    bytes32 private malloryEth;

    function setUp() public {
        registry = new NameRegistry(address(this));
        resolver = new NameResolver(registry, attestor);
        aliceEth = registry.register("alice", alice);
        malloryEth = registry.register("mallory", mallory);
        point(aliceEth, alice, alice);
        claim(alice, "alice.eth");
        attest(alice, SCORE, "97");
    }

    function test_a_name_shows_what_was_attested_of_its_address() public {
        assertShows(aliceEth, alice, "97");
        attest(alice, SCORE, "98");
        attest(alice, "svc.", "x");
        assertShows(aliceEth, alice, "98");
        vm.assertEq(resolver.text(aliceEth, "svc."), "x", "shortest key");
        vm.assertEq(resolver.text(aliceEth, "svc.other"), "", "unset");
    }

    function test_an_attestation_is_an_event_of_the_address() public {
        expectEmitFrom(address(resolver));
        emit INameResolver.ServiceTextChanged(alice, SCORE, SCORE, "1");
        attest(alice, SCORE, "1");
    }

    function test_only_the_attestor_attests() public {
        address[2] memory others = [alice, mallory];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(INameResolver.NameResolverNotAttestor.selector, others[i]));
            vm.prank(others[i]);
            resolver.setServiceText(alice, SCORE, "100");
        }
    }

    function test_the_attestor_writes_service_keys_only() public {
        string[5] memory keys = ["url", "svc", "svcx", "", "SVC.x"];
        for (uint256 i; i < keys.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(INameResolver.NameResolverInvalidKey.selector, keys[i]));
            attest(alice, keys[i], "x");
        }
    }

    function test_the_owner_writes_no_service_key() public {
        string[2] memory keys = [SCORE, "svc."];
        for (uint256 i; i < keys.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(INameResolver.NameResolverNotAuthorised.selector, malloryEth, mallory)
            );
            vm.prank(mallory);
            resolver.setText(malloryEth, keys[i], "100");
        }
        vm.startPrank(mallory);
        resolver.setText(malloryEth, "svc", "x");
        resolver.setText(malloryEth, "svcx", "y");
        vm.stopPrank();
        vm.assertEq(resolver.text(malloryEth, "svc"), "x", "svc");
        vm.assertEq(resolver.text(malloryEth, "svcx"), "y", "svcx");
    }

    function test_a_name_pointed_at_somebody_else_shows_nothing() public {
        point(malloryEth, mallory, alice);
        assertShows(malloryEth, address(0), "");
        claim(mallory, "alice.eth");
        assertShows(malloryEth, address(0), "");
        assertShows(aliceEth, alice, "97");
    }

    function test_a_name_that_points_nowhere_shows_nothing() public {
        point(aliceEth, alice, address(0));
        assertShows(aliceEth, address(0), "");
        attest(address(0), SCORE, "100");
        assertShows(malloryEth, address(0), "");
        vm.assertEq(resolver.serviceAccountOf(bytes32(0)), address(0), "the root");
        vm.assertEq(resolver.text(bytes32(0), SCORE), "", "the root's text");
    }

    function test_a_name_that_its_address_claims_no_more_shows_nothing() public {
        claim(alice, "");
        assertShows(aliceEth, address(0), "");
        claim(alice, "mallory.eth");
        assertShows(aliceEth, address(0), "");
        assertShows(malloryEth, address(0), "");
    }

    function test_a_sold_name_does_not_bring_the_sellers_reputation_along() public {
        sell(aliceEth, alice, mallory);
        assertShows(aliceEth, address(0), "");
        point(aliceEth, mallory, alice);
        assertShows(aliceEth, address(0), "");
        point(aliceEth, mallory, mallory);
        assertShows(aliceEth, address(0), "");
        claim(mallory, "alice.eth");
        assertShows(aliceEth, mallory, "");
    }

    function test_the_sellers_reputation_needs_the_sellers_consent_after_the_sale() public {
        sell(aliceEth, alice, mallory);
        claim(alice, "alice.eth");
        assertShows(aliceEth, address(0), "");
        point(aliceEth, mallory, alice);
        assertShows(aliceEth, alice, "97");
    }

    function test_a_name_claimed_before_it_was_registered_must_be_claimed_again() public {
        claim(alice, "bob.eth");
        bytes32 bobEth = registry.register("bob", mallory);
        point(bobEth, mallory, alice);
        assertShows(bobEth, address(0), "");
        claim(alice, "bob.eth");
        assertShows(bobEth, alice, "97");
    }

    function test_the_owner_of_a_name_and_its_address_may_differ() public {
        sell(aliceEth, alice, mallory);
        point(aliceEth, mallory, alice);
        claim(alice, "alice.eth");
        assertShows(aliceEth, alice, "97");
    }

    function test_what_the_old_owner_wrote_is_not_shown_as_an_attestation() public {
        vm.prank(mallory);
        resolver.setText(malloryEth, "svcx", "100");
        sell(malloryEth, mallory, alice);
        point(malloryEth, alice, alice);
        claim(alice, "mallory.eth");
        assertShows(malloryEth, alice, "97");
        assertShows(aliceEth, address(0), "");
    }

    /// @dev Whatever is sold, pointed and claimed: an address shows its record under its own claim alone.
    function testFuzz_nobody_shows_a_record_that_its_address_did_not_claim_for_the_owner(uint8[32] memory steps)
        public
    {
        address[2] memory accounts = [alice, mallory];
        bytes32[2] memory nodes = [aliceEth, malloryEth];
        string[2] memory names = ["alice.eth", "mallory.eth"];
        attest(mallory, SCORE, "3");
        // What each account claims, and under which owner; the test's own memory of it.
        uint256[2] memory claimed = [uint256(0), 2];
        address[2] memory claimedUnder = [alice, address(0)];
        for (uint256 i; i < steps.length; ++i) {
            uint256 name = steps[i] & 1;
            address account = accounts[(steps[i] >> 1) & 1];
            address owner = registry.ownerOf(nodes[name]);
            if ((steps[i] >> 2) % 3 == 0) {
                sell(nodes[name], owner, account);
            } else if ((steps[i] >> 2) % 3 == 1) {
                point(nodes[name], owner, account);
            } else {
                claim(account, names[name]);
                claimed[account == alice ? 0 : 1] = name;
                claimedUnder[account == alice ? 0 : 1] = owner;
            }
            for (uint256 n; n < 2; ++n) {
                address shown = resolver.serviceAccountOf(nodes[n]);
                vm.assertEq(resolver.text(nodes[n], SCORE), shown == alice ? "97" : shown == mallory ? "3" : "", "text");
                if (shown == address(0)) continue;
                uint256 who = shown == alice ? 0 : 1;
                vm.assertEq(resolver.addr(nodes[n]), shown, "forward");
                vm.assertEq(claimed[who], n, "claimed");
                vm.assertEq(claimedUnder[who], registry.ownerOf(nodes[n]), "for the owner");
            }
        }
    }

    function point(bytes32 node, address owner, address account) private {
        vm.prank(owner);
        resolver.setAddr(node, account);
    }

    function claim(address account, string memory name) private {
        vm.prank(account);
        resolver.setPrimaryName(name);
    }

    function sell(bytes32 node, address seller, address buyer) private {
        vm.prank(seller);
        registry.transfer(node, buyer);
    }

    function attest(address account, string memory key, string memory value) private {
        vm.prank(attestor);
        resolver.setServiceText(account, key, value);
    }

    function assertShows(bytes32 node, address account, string memory score) private view {
        vm.assertEq(resolver.serviceAccountOf(node), account, "account");
        vm.assertEq(resolver.text(node, SCORE), score, "score");
    }
}
