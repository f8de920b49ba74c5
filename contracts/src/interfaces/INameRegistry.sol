// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Owners of `.eth` names on the demo chain
/// @notice Holds second-level names only; `node` is the ENS namehash of `label.eth`.
interface INameRegistry {
    event NameRegistered(bytes32 indexed node, string name, address indexed owner);
    event NameTransferred(bytes32 indexed node, address indexed owner);

    error NameRegistryInvalidLabel(string label);
    error NameRegistryTaken(bytes32 node);
    error NameRegistryNotOwner(bytes32 node, address caller);
    error NameRegistryZeroAddress();

    /// @notice Registers `label.eth` for `owner`; only the registrar. @return node The namehash.
    function register(string calldata label, address owner) external returns (bytes32 node);
    function transfer(bytes32 node, address owner) external;

    function ownerOf(bytes32 node) external view returns (address);
    function nameOf(bytes32 node) external view returns (string memory);
}
