// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Hashes of names
/// @notice ENSIP-1: the hash of a name is keccak256(hash of its parent, keccak256(its first label)).
library NameHash {
    /// @notice The namehash of `label` under `parent`.
    function child(bytes32 parent, bytes memory label) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(parent, keccak256(label)));
    }

    /// @notice The namehash of a dotted name; zero for the empty one.
    function ofDotted(string memory name) internal pure returns (bytes32 node) {
        bytes memory text = bytes(name);
        uint256 end = text.length;
        if (end == 0) return 0;
        for (uint256 i = end; i > 0; --i) {
            if (text[i - 1] != ".") continue;
            node = child(node, _slice(text, i, end));
            end = i - 1;
        }
        return child(node, _slice(text, 0, end));
    }

    /// @notice The namehash of a DNS-encoded name: each label after its length, a zero at the end.
    /// @return node The namehash.
    /// @return valid Whether the encoding is well formed.
    function ofDns(bytes calldata name) internal pure returns (bytes32 node, bool valid) {
        return _ofDns(name, 0);
    }

    function _ofDns(bytes calldata name, uint256 offset) private pure returns (bytes32 node, bool valid) {
        if (offset >= name.length) return (0, false);
        uint256 length = uint8(name[offset]);
        uint256 next = offset + 1 + length;
        if (length == 0) return (0, next == name.length);
        if (next > name.length) return (0, false);
        (node, valid) = _ofDns(name, next);
        node = child(node, name[offset + 1:next]);
    }

    function _slice(bytes memory text, uint256 start, uint256 end) private pure returns (bytes memory part) {
        part = new bytes(end - start);
        for (uint256 i; i < part.length; ++i) {
            part[i] = text[start + i];
        }
    }
}
