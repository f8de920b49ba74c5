// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INameRegistry} from "./interfaces/INameRegistry.sol";
import {INameResolver} from "./interfaces/INameResolver.sol";
import {IUniversalResolver} from "./interfaces/IUniversalResolver.sol";
import {NameHash} from "./names/NameHash.sol";

/// @title The one address that clients ask about names
/// @notice Answers what viem's name actions call; set it as `ensUniversalResolver` of the chain.
contract UniversalResolver is IUniversalResolver {
    bytes4 private constant ADDR_SELECTOR = bytes4(keccak256("addr(bytes32)"));
    bytes4 private constant ADDR_OF_COIN_SELECTOR = bytes4(keccak256("addr(bytes32,uint256)"));
    bytes4 private constant TEXT_SELECTOR = bytes4(keccak256("text(bytes32,string)"));
    uint256 private constant COIN_TYPE_ETH = 60;

    /// @notice Who owns names.
    INameRegistry public immutable registry;
    /// @notice Where records are kept.
    INameResolver public immutable resolver;

    /// @param registry_ Who owns names.
    /// @param resolver_ Where records are kept.
    constructor(INameRegistry registry_, INameResolver resolver_) {
        registry = registry_;
        resolver = resolver_;
    }

    /// @inheritdoc IUniversalResolver
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data);
    }

    /// @inheritdoc IUniversalResolver
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data);
    }

    /// @inheritdoc IUniversalResolver
    function reverse(bytes calldata lookupAddress, uint256 coinType)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(lookupAddress, coinType);
    }

    /// @inheritdoc IUniversalResolver
    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(lookupAddress, coinType);
    }

    /// @inheritdoc IUniversalResolver
    function findResolver(bytes calldata name) external view returns (address, bytes32, uint256) {
        bytes32 node = _decode(name);
        bool owned = registry.ownerOf(node) != address(0);
        return (owned ? address(resolver) : address(0), node, 0);
    }

    function _resolve(bytes calldata name, bytes calldata data) private view returns (bytes memory, address) {
        bytes32 node = _decode(name);
        if (registry.ownerOf(node) == address(0)) revert ResolverNotFound(name);
        if (data.length < 4) revert UnsupportedResolverProfile(0);
        bytes4 selector = bytes4(data[:4]);
        if (selector != ADDR_SELECTOR && selector != ADDR_OF_COIN_SELECTOR && selector != TEXT_SELECTOR) {
            revert UnsupportedResolverProfile(selector);
        }
        // A call about another node would give that node's record under this name.
        if (data.length < 36 || bytes32(data[4:36]) != node) revert ResolverError("");

        (bool answered, bytes memory result) = address(resolver).staticcall(data);
        if (!answered) revert ResolverError(result);
        return (result, address(resolver));
    }

    function _reverse(bytes calldata lookupAddress, uint256 coinType)
        private
        view
        returns (string memory primary, address, address)
    {
        if (lookupAddress.length == 0) revert EmptyAddress();
        if (coinType != COIN_TYPE_ETH || lookupAddress.length != 20) {
            revert UnsupportedResolverProfile(ADDR_OF_COIN_SELECTOR);
        }
        primary = resolver.primaryNameOf(address(bytes20(lookupAddress)));
        if (bytes(primary).length != 0) {
            bytes32 node = NameHash.ofDotted(primary);
            bool owned = registry.ownerOf(node) != address(0);
            bytes memory forward = owned ? resolver.addr(node, coinType) : bytes("");
            if (keccak256(forward) != keccak256(lookupAddress)) revert ReverseAddressMismatch(primary, forward);
        }
        return (primary, address(resolver), address(resolver));
    }

    function _decode(bytes calldata name) private pure returns (bytes32 node) {
        bool valid;
        (node, valid) = NameHash.ofDns(name);
        if (!valid) revert DNSDecodingFailed(name);
    }
}
