// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Address, text and reverse records
/// @notice Event and function shapes follow ENSIP-1, ENSIP-5 and ENSIP-9. A record is written by the owner of its
/// name; records whose key starts with `svc.` may also be written by the attestor.
interface INameResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event PrimaryNameChanged(address indexed account, string name);

    error NameResolverNotAuthorised(bytes32 node, address caller);

    function setAddr(bytes32 node, address a) external;
    function setText(bytes32 node, string calldata key, string calldata value) external;
    /// @notice Sets the caller's reverse record; an empty name clears it.
    function setPrimaryName(string calldata name) external;

    function addr(bytes32 node) external view returns (address payable);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
    function text(bytes32 node, string calldata key) external view returns (string memory);
    function primaryNameOf(address account) external view returns (string memory);
    function attestor() external view returns (address);
}
