// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INameRegistry} from "./interfaces/INameRegistry.sol";
import {INameResolver} from "./interfaces/INameResolver.sol";
import {NameHash} from "./names/NameHash.sol";

/// @title Address, text and reverse records
/// @notice Records stay when a name changes hands, as they do in ENS; the new owner writes over them. What the attestor
/// writes belongs to an address: a name shows it while its present owner points it at that address and the address has
/// claimed it under that owner, so that a name sold or pointed at somebody else brings nobody's reputation along.
contract NameResolver is INameResolver {
    /// @dev ENSIP-9: the coin type of Ethereum addresses.
    uint256 private constant COIN_TYPE_ETH = 60;
    uint256 private constant NAME_BYTES_MAX = 255;

    /// @dev `setBy` owned the name when the address was set.
    struct AddrRecord {
        address account;
        address setBy;
    }

    /// @dev `owner` owned the name when the account claimed it.
    struct PrimaryName {
        string name;
        address owner;
    }

    /// @notice Who owns the names whose records are kept here.
    INameRegistry public immutable registry;
    /// @inheritdoc INameResolver
    address public immutable attestor;

    mapping(bytes32 node => AddrRecord) private _addrs;
    mapping(address account => PrimaryName) private _primaryNames;
    mapping(bytes32 node => mapping(string key => string)) private _texts;
    mapping(address account => mapping(string key => string)) private _serviceTexts;

    /// @param registry_ Who owns the names whose records are kept here.
    /// @param attestor_ Who alone writes the records whose key starts with `svc.`.
    constructor(INameRegistry registry_, address attestor_) {
        registry = registry_;
        attestor = attestor_;
    }

    /// @inheritdoc INameResolver
    function setAddr(bytes32 node, address a) external {
        if (!_isOwner(node)) revert NameResolverNotAuthorised(node, msg.sender);

        _addrs[node] = AddrRecord(a, msg.sender);
        emit AddrChanged(node, a);
    }

    /// @inheritdoc INameResolver
    function setText(bytes32 node, string calldata key, string calldata value) external {
        if (!_isOwner(node) || _isServiceKey(bytes(key))) revert NameResolverNotAuthorised(node, msg.sender);

        _texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    /// @inheritdoc INameResolver
    function setServiceText(address account, string calldata key, string calldata value) external {
        if (msg.sender != attestor) revert NameResolverNotAttestor(msg.sender);
        if (!_isServiceKey(bytes(key))) revert NameResolverInvalidKey(key);

        _serviceTexts[account][key] = value;
        emit ServiceTextChanged(account, key, key, value);
    }

    /// @inheritdoc INameResolver
    function setPrimaryName(string calldata name) external {
        if (bytes(name).length > NAME_BYTES_MAX) revert NameResolverNameTooLong(bytes(name).length, NAME_BYTES_MAX);

        _primaryNames[msg.sender] = PrimaryName(name, registry.ownerOf(NameHash.ofDotted(name)));
        emit PrimaryNameChanged(msg.sender, name);
    }

    /// @inheritdoc INameResolver
    function addr(bytes32 node) external view returns (address payable) {
        return payable(_addrs[node].account);
    }

    /// @inheritdoc INameResolver
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        address a = _addrs[node].account;
        return coinType == COIN_TYPE_ETH && a != address(0) ? abi.encodePacked(a) : bytes("");
    }

    /// @inheritdoc INameResolver
    function text(bytes32 node, string calldata key) external view returns (string memory) {
        if (!_isServiceKey(bytes(key))) return _texts[node][key];
        address account = serviceAccountOf(node);
        return account == address(0) ? "" : _serviceTexts[account][key];
    }

    /// @inheritdoc INameResolver
    function primaryNameOf(address account) external view returns (string memory) {
        return _primaryNames[account].name;
    }

    /// @inheritdoc INameResolver
    function serviceAccountOf(bytes32 node) public view returns (address) {
        address owner = registry.ownerOf(node);
        AddrRecord storage entry = _addrs[node];
        PrimaryName storage primary = _primaryNames[entry.account];
        bool agreed = entry.setBy == owner && primary.owner == owner && NameHash.ofDotted(primary.name) == node;
        return agreed ? entry.account : address(0);
    }

    function _isOwner(bytes32 node) private view returns (bool) {
        return registry.ownerOf(node) == msg.sender;
    }

    function _isServiceKey(bytes calldata key) private pure returns (bool) {
        return key.length >= 4 && bytes4(key[:4]) == "svc.";
    }
}
