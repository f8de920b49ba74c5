// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The cheatcodes of forge that these tests use
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function warp(uint256 timestamp) external;
    function getBlockTimestamp() external view returns (uint256);
    function deal(address account, uint256 balance) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function chainId(uint256 id) external;
    function getChainId() external view returns (uint256);
    function expectRevert(bytes calldata reason) external;
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data, address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function lastCallGas() external view returns (Gas memory);
    function assume(bool condition) external pure;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 privateKey) external pure returns (address);
    function store(address target, bytes32 slot, bytes32 value) external;
    function snapshotState() external returns (uint256 id);
    function revertToState(uint256 id) external returns (bool);
    function load(address target, bytes32 slot) external view returns (bytes32);
    function toString(uint256 value) external pure returns (string memory);
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertEq(address left, address right, string calldata message) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata message) external pure;
    function assertEq(bytes calldata left, bytes calldata right, string calldata message) external pure;
    function assertEq(string calldata left, string calldata right, string calldata message) external pure;
    function assertEq(bool left, bool right, string calldata message) external pure;
    function assertLe(uint256 left, uint256 right, string calldata message) external pure;
    function assertLt(uint256 left, uint256 right, string calldata message) external pure;
    function assertTrue(bool condition, string calldata message) external pure;
    function assertFalse(bool condition, string calldata message) external pure;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
