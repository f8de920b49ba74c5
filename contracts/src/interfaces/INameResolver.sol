// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Address, text and reverse records
/// @notice Event and function shapes follow ENSIP-1, ENSIP-5 and ENSIP-9. A record is written by the owner of its
/// name; what has a key that starts with `svc.` is written by the attestor alone, for an address.
interface INameResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    /// @notice The attestor wrote `key` of `account`; `indexedKey` is its hash.
    event ServiceTextChanged(address indexed account, string indexed indexedKey, string key, string value);
    event PrimaryNameChanged(address indexed account, string name);

    /// @notice The caller does not own the name, or the key is one of the attestor's.
    error NameResolverNotAuthorised(bytes32 node, address caller);
    error NameResolverNotAttestor(address caller);
    /// @notice Not a key that starts with `svc.`.
    error NameResolverInvalidKey(string key);
    error NameResolverNameTooLong(uint256 length, uint256 max);

    function setAddr(bytes32 node, address a) external;
    function setText(bytes32 node, string calldata key, string calldata value) external;
    /// @notice Writes a record of `account` whose key starts with `svc.`; only the attestor.
    function setServiceText(address account, string calldata key, string calldata value) external;
    /// @notice Sets the caller's reverse record; an empty name clears it. After the name has changed hands the claim
    /// must be made again for the name to show the caller's reputation.
    function setPrimaryName(string calldata name) external;

    function addr(bytes32 node) external view returns (address payable);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
    /// @notice A record whose key starts with `svc.` is that of `serviceAccountOf(node)`.
    function text(bytes32 node, string calldata key) external view returns (string memory);
    /// @notice The address whose reputation the name shows: the one that the present owner pointed it at, if that
    /// address claimed it as its primary name under the same owner. Zero otherwise.
    function serviceAccountOf(bytes32 node) external view returns (address);
    function primaryNameOf(address account) external view returns (string memory);
    function attestor() external view returns (address);
}
