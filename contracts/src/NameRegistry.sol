// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INameRegistry} from "./interfaces/INameRegistry.sol";
import {NameHash} from "./names/NameHash.sol";

/// @title Owners of `.eth` names on the demo chain
/// @notice Labels are 1 to 63 of the characters a-z, 0-9 and the inner hyphen, so that every name here is one that
/// ENSIP-15 leaves as it is and no two look alike.
contract NameRegistry is INameRegistry {
    /// @dev namehash("eth")
    bytes32 private constant ETH_NODE = 0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae;
    uint256 private constant LABEL_BYTES_MAX = 63;

    /// @notice Who hands out names.
    address public immutable registrar;

    /// @inheritdoc INameRegistry
    mapping(bytes32 node => address) public ownerOf;
    /// @inheritdoc INameRegistry
    mapping(bytes32 node => string) public nameOf;

    /// @param registrar_ Who hands out names.
    constructor(address registrar_) {
        if (registrar_ == address(0)) revert NameRegistryZeroAddress();
        registrar = registrar_;
    }

    /// @inheritdoc INameRegistry
    function register(string calldata label, address owner) external returns (bytes32 node) {
        node = NameHash.child(ETH_NODE, bytes(label));
        if (msg.sender != registrar) revert NameRegistryNotOwner(node, msg.sender);
        if (!_isValid(bytes(label))) revert NameRegistryInvalidLabel(label);
        if (owner == address(0)) revert NameRegistryZeroAddress();
        if (ownerOf[node] != address(0)) revert NameRegistryTaken(node);

        string memory name = string.concat(label, ".eth");
        ownerOf[node] = owner;
        nameOf[node] = name;
        emit NameRegistered(node, name, owner);
    }

    /// @inheritdoc INameRegistry
    function transfer(bytes32 node, address owner) external {
        if (msg.sender != ownerOf[node]) revert NameRegistryNotOwner(node, msg.sender);
        if (owner == address(0)) revert NameRegistryZeroAddress();

        ownerOf[node] = owner;
        emit NameTransferred(node, owner);
    }

    function _isValid(bytes calldata label) private pure returns (bool) {
        if (label.length == 0 || label.length > LABEL_BYTES_MAX) return false;
        if (label[0] == "-" || label[label.length - 1] == "-") return false;
        // ENSIP-15 keeps hyphens in the third and fourth place for encodings such as "xn--".
        if (label.length >= 4 && label[2] == "-" && label[3] == "-") return false;
        for (uint256 i; i < label.length; ++i) {
            bytes1 char = label[i];
            bool allowed = (char >= "a" && char <= "z") || (char >= "0" && char <= "9") || char == "-";
            if (!allowed) return false;
        }
        return true;
    }
}
