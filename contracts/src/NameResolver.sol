// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INameRegistry} from "./interfaces/INameRegistry.sol";
import {INameResolver} from "./interfaces/INameResolver.sol";

/// @title Address, text and reverse records
/// @notice Records stay when a name changes hands, as they do in ENS; the new owner writes over them.
contract NameResolver is INameResolver {
    /// @dev ENSIP-9: the coin type of Ethereum addresses.
    uint256 private constant COIN_TYPE_ETH = 60;

    /// @notice Who owns the names whose records are kept here.
    INameRegistry public immutable registry;
    /// @inheritdoc INameResolver
    address public immutable attestor;

    /// @inheritdoc INameResolver
    mapping(address account => string) public primaryNameOf;

    mapping(bytes32 node => address) private _addrs;
    mapping(bytes32 node => mapping(string key => string)) private _texts;

    /// @param registry_ Who owns the names whose records are kept here.
    /// @param attestor_ Who may also write the records whose key starts with `svc.`.
    constructor(INameRegistry registry_, address attestor_) {
        registry = registry_;
        attestor = attestor_;
    }

    /// @inheritdoc INameResolver
    function setAddr(bytes32 node, address a) external {
        if (!_isOwner(node)) revert NameResolverNotAuthorised(node, msg.sender);

        _addrs[node] = a;
        emit AddrChanged(node, a);
    }

    /// @inheritdoc INameResolver
    function setText(bytes32 node, string calldata key, string calldata value) external {
        bool attested = msg.sender == attestor && _isServiceKey(bytes(key));
        if (!attested && !_isOwner(node)) revert NameResolverNotAuthorised(node, msg.sender);

        _texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    /// @inheritdoc INameResolver
    function setPrimaryName(string calldata name) external {
        primaryNameOf[msg.sender] = name;
        emit PrimaryNameChanged(msg.sender, name);
    }

    /// @inheritdoc INameResolver
    function addr(bytes32 node) external view returns (address payable) {
        return payable(_addrs[node]);
    }

    /// @inheritdoc INameResolver
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        address a = _addrs[node];
        return coinType == COIN_TYPE_ETH && a != address(0) ? abi.encodePacked(a) : bytes("");
    }

    /// @inheritdoc INameResolver
    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }

    function _isOwner(bytes32 node) private view returns (bool) {
        return registry.ownerOf(node) == msg.sender;
    }

    function _isServiceKey(bytes calldata key) private pure returns (bool) {
        return key.length >= 4 && bytes4(key[:4]) == "svc.";
    }
}
