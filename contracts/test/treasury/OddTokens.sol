// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

abstract contract MintableToken is ERC20("Odd", "ODD") {
    function mint(address account, uint256 amount) external {
        _mint(account, amount);
    }
}

/// @title Burns a hundredth of each transfer
contract FeeToken is MintableToken {
    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee != 0) super._update(from, address(0), fee);
    }
}

/// @title Answers every transfer with `answer` and moves nothing
contract IdleToken is MintableToken {
    bool private immutable _answer;

    constructor(bool answer) {
        _answer = answer;
    }

    function transfer(address, uint256) public view override returns (bool) {
        return _answer;
    }

    function transferFrom(address, address, uint256) public view override returns (bool) {
        return _answer;
    }
}

/// @title Calls `hooked` before and after each transfer, as ERC-777 calls senders and receivers
contract HookToken is MintableToken {
    Reenterer private _hooked;

    function hook(Reenterer hooked) external {
        _hooked = hooked;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (address(_hooked) != address(0)) _hooked.onTransfer();
        super._update(from, to, amount);
        if (address(_hooked) != address(0)) _hooked.onTransfer();
    }
}

/// @title Calls the treasury again from within its transfers
contract Reenterer {
    address private immutable _treasury;
    bytes private _again;
    uint256 public attempts;
    uint256 public successes;

    constructor(address treasury) {
        _treasury = treasury;
    }

    function call(address target, bytes calldata data) external {
        (bool done,) = target.call(data);
        require(done, "call");
    }

    /// @param again What to call within the transfers that follow.
    function prepare(bytes calldata again) external {
        _again = again;
    }

    function onTransfer() external {
        ++attempts;
        (bool done,) = _treasury.call(_again);
        if (done) ++successes;
    }
}
