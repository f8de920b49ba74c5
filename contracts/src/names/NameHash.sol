// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Hashes of names
/// @notice ENSIP-1: the hash of a name is keccak256(hash of its parent, keccak256(its first label)).
library NameHash {
    /// @dev RFC 1035. An offset into such a name fits a byte.
    uint256 internal constant DNS_BYTES_MAX = 255;

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

    /// @notice The namehash of a DNS-encoded name: each label after its length, a zero at the end, 255 bytes in all.
    /// @return node The namehash.
    /// @return valid Whether the encoding is well formed.
    function ofDns(bytes calldata name) internal pure returns (bytes32 node, bool valid) {
        if (name.length > DNS_BYTES_MAX) return (0, false);
        bytes memory labels = new bytes(name.length);
        uint256 count;
        uint256 offset;
        // By a loop, as the stack has no room for a call for each label of a long name.
        for (; offset < name.length && name[offset] != 0; offset += 1 + uint256(uint8(name[offset]))) {
            labels[count++] = bytes1(uint8(offset));
        }
        if (offset + 1 != name.length) return (0, false);
        for (; count > 0; --count) {
            uint256 start = uint256(uint8(labels[count - 1])) + 1;
            node = child(node, name[start:start + uint8(name[start - 1])]);
        }
        return (node, true);
    }

    function _slice(bytes memory text, uint256 start, uint256 end) private pure returns (bytes memory part) {
        part = new bytes(end - start);
        for (uint256 i; i < part.length; ++i) {
            part[i] = text[start + i];
        }
    }
}
