// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The published shape of ENS's universal resolver
/// @notice Names are DNS-encoded. `data` is an encoded call of `addr(bytes32)`, `addr(bytes32,uint256)` or
/// `text(bytes32,string)` for the same name. Everything is on this chain, so gateways are never asked.
interface IUniversalResolver {
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error HttpError(uint16 status, string message);
    error InvalidBatchGatewayResponse();
    /// @notice The record could not be read; `errorData` is what the resolver reverted with.
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    /// @notice Nobody owns the name.
    error ResolverNotFound(bytes name);
    /// @notice The account claims a name whose address is another.
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address);
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address);
    /// @notice The primary name of an account. @param lookupAddress The raw 20 bytes. @param coinType 60.
    function reverse(bytes calldata lookupAddress, uint256 coinType)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver);
    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver);
    /// @return resolver Zero where nobody owns the name.
    /// @return node The namehash.
    /// @return offset Where in `name` the matched name starts: 0, as there are no wildcards.
    function findResolver(bytes calldata name) external view returns (address resolver, bytes32 node, uint256 offset);
}
