// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IMilestoneEscrow} from "../src/interfaces/IMilestoneEscrow.sol";
import {IVerifierRegistry} from "../src/interfaces/IVerifierRegistry.sol";
import {Fixture} from "./support/Fixture.sol";
import {vm} from "./support/Vm.sol";

/// @title What others have lost money by, each tried here and each in vain
contract AttacksTest is Fixture {
    /// @dev This sequence drained a published contract of this kind: it paid backers and splits from one stake.
    function test_refund_after_timeout_then_late_votes_then_release() public {
        bytes32 other = staked();
        bytes32 id = staked();
        skip(30 days);
        escrow.tally(id);
        escrow.refund(id, ann);

        expectWrongState(id, IMilestoneEscrow.State.Failed);
        vm.prank(builder);
        escrow.submitEvidence(id, ROOT);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        vote(id, 0, true);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.tally(id);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.finalize(id);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.release(id, splits);

        escrow.refund(id, bob);
        expectWrongState(id, IMilestoneEscrow.State.Refunded);
        escrow.release(id, splits);
        withdraw(ann);
        withdraw(bob);
        vm.assertEq(address(escrow).balance, escrow.milestone(other).staked, "the other stake is untouched");
    }

    function test_refund_after_release() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        expectWrongState(id, IMilestoneEscrow.State.Released);
        escrow.refund(id, ann);
    }

    function test_reentrancy_through_release() public {
        Reenterer thief = new Reenterer(escrow);
        splits[1].recipient = address(thief);
        bytes32 victim = staked();
        bytes32 id = ended(true);
        escrow.release(id, splits);
        uint256 due = escrow.claimable(address(thief));

        thief.attack(abi.encodeCall(escrow.withdraw, ()));
        assertSameRevert(thief, ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        escrow.release(ended(true), splits);
        thief.attack(abi.encodeCall(escrow.release, (id, splits)));
        assertSameRevert(thief, IMilestoneEscrow.MilestoneEscrowWrongState.selector);

        vm.assertEq(address(thief).balance, 2 * due, "only what was due");
        vm.assertEq(escrow.milestone(victim).staked, 4 ether, "the other stake is untouched");
    }

    function test_reentrancy_through_refund() public {
        Reenterer thief = new Reenterer(escrow);
        bytes32 victim = staked();
        bytes32 id = open();
        stake(id, address(thief), 1 ether);
        stake(id, ann, 5 ether);
        skip(30 days);
        escrow.tally(id);
        escrow.refund(id, address(thief));

        thief.attack(abi.encodeCall(escrow.refund, (id, address(thief))));
        assertSameRevert(thief, IMilestoneEscrow.MilestoneEscrowNothingDue.selector);
        vm.assertEq(address(thief).balance, 1 ether, "only what was staked");
        vm.assertEq(address(escrow).balance, 9 ether, "the others' stake is untouched");
        vm.assertEq(escrow.milestone(victim).staked, 4 ether, "victim");
    }

    function test_reentrancy_through_unbonding() public {
        RegistryReenterer thief = new RegistryReenterer(registry);
        vm.deal(address(thief), BOND);
        thief.bond(BOND);
        skip(UNBONDING);
        thief.withdraw();
        vm.assertEq(address(thief).balance, BOND, "only what was bonded");
        vm.assertEq(
            bytes32(thief.reason()), bytes32(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector), "refused"
        );
        vm.assertEq(address(registry).balance, 5 * BOND, "the others' stake is untouched");
    }

    function test_flash_bonding_before_a_vote() public {
        bytes32 id = staked();
        bond(stranger, 1000 ether);
        submit(id);
        expectNoWeight(id, stranger);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);

        skip(1);
        bond(artist, 1000 ether);
        expectNoWeight(id, artist);
        vm.prank(artist);
        escrow.vote(id, true, ROOT);
        vm.assertEq(escrow.milestone(id).totalWeight, 5 * BOND, "nor does it dilute the others");
    }

    function testFuzz_bonding_from_the_submission_on_never_counts(uint96 amount, uint32 elapsed) public {
        bytes32 id = voting();
        skip(bound(elapsed, 0, VOTING - 1));
        bond(stranger, bound(amount, MIN_BOND, type(uint96).max));
        expectNoWeight(id, stranger);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
    }

    function test_late_stake() public {
        bytes32 id = voting();
        expectWrongState(id, IMilestoneEscrow.State.Voting);
        escrow.stake{value: 1 ether}(id);
        id = ended(false);
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        escrow.stake{value: 1 ether}(id);
        id = staked();
        skip(30 days);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowDeadlinePassed.selector, id, timeNow()));
        escrow.stake{value: 1 ether}(id);
    }

    /// @dev In the second in which a window ends, what it allowed is over and what follows is possible: never both,
    /// never neither.
    function test_equality_at_every_boundary() public {
        bytes32 id = staked();
        vm.warp(escrow.milestone(id).deadline);
        assertFails(builder, abi.encodeCall(escrow.submitEvidence, (id, ROOT)));
        assertFails(ann, abi.encodeCall(escrow.stake, (id)));
        escrow.tally(id);

        id = voting();
        vote(id, 0, true);
        vm.warp(escrow.milestone(id).votingEndsAt);
        assertFails(verifier(1), abi.encodeCall(escrow.vote, (id, true, ROOT)));
        escrow.tally(id);
        vm.warp(escrow.milestone(id).challengeEndsAt);
        assertFails(challenger, abi.encodeCall(escrow.dispute, (id)));
        escrow.finalize(id);

        id = disputed(true);
        vm.warp(escrow.milestone(id).arbitrationEndsAt);
        assertFails(arbiter, abi.encodeCall(escrow.rule, (id, false)));
        escrow.finalize(id);

        vm.prank(verifier(4));
        registry.startUnbond(BOND);
        skip(UNBONDING);
        vm.prank(verifier(4));
        registry.withdrawUnbonded();
    }

    function test_a_replayed_vote() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowAlreadyVoted.selector, id, verifier(0)));
        vote(id, 0, true);
        skip(VOTING);
        escrow.tally(id);
        skip(CHALLENGE);
        escrow.finalize(id);
        escrow.settleVote(id, verifier(0));
        expectWrongState(id, IMilestoneEscrow.State.Failed);
        vote(id, 0, true);
    }

    function test_a_vote_for_one_milestone_cast_on_another() public {
        bytes32 judged = voting();
        bytes32 other = staked();
        bytes32 otherRoot = keccak256("other evidence");
        vm.prank(builder);
        escrow.submitEvidence(other, otherRoot);
        vm.expectRevert(
            abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowEvidenceMismatch.selector, other, otherRoot, ROOT)
        );
        vote(other, 0, true);
        vote(judged, 0, true);
        vm.assertEq(escrow.milestone(other).voters, 0, "nothing counted");
        vm.assertEq(escrow.voteOf(other, verifier(0)), 0, "no vote");
    }

    function test_a_split_recipient_that_reverts() public {
        Rejecter rejecter = new Rejecter();
        splits[0].recipient = address(rejecter);
        bytes32 id = ended(true);
        escrow.release(id, splits);
        vm.assertEq(withdraw(artist), 1.17 ether, "the other is paid");
        vm.assertEq(withdraw(feeRecipient), 0.1 ether, "the fee is paid");
        vm.expectRevert(
            abi.encodeWithSelector(
                IMilestoneEscrow.MilestoneEscrowTransferFailed.selector, address(rejecter), 2.73 ether
            )
        );
        vm.prank(address(rejecter));
        escrow.withdraw();
        vm.assertEq(escrow.claimable(address(rejecter)), 2.73 ether, "its credit waits");
    }

    function test_forced_eth() public {
        bytes32 id = ended(true);
        new Forcer{value: 7 ether}(payable(address(escrow)));
        new Forcer{value: 7 ether}(payable(address(registry)));
        vm.assertEq(address(escrow).balance, 11 ether, "forced in");
        vm.assertEq(escrow.milestone(id).staked, 4 ether, "staked");
        escrow.release(id, splits);
        uint256 paid = withdraw(builder) + withdraw(artist) + withdraw(feeRecipient);
        vm.assertEq(paid, 4 ether, "paid");
        vm.assertEq(address(escrow).balance, 7 ether, "counts for nobody");
        vm.assertEq(registry.totalBonded(), 5 * BOND, "bonded");
    }

    function test_unbonding_ahead_of_a_slash() public {
        bytes32 id = provisional(true);
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        dispute(id, challenger);
        rule(id, false);
        // Nobody settles until long after the stake could have left.
        skip(365 days);
        vm.expectRevert(abi.encodeWithSelector(IVerifierRegistry.VerifierRegistryVotesOpen.selector, verifier(0), 1));
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        escrow.settleVote(id, verifier(0));
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        vm.assertEq(verifier(0).balance, 8 ether, "less the slash");
        vm.assertEq(registry.slashedPot(), 2 ether, "pot");
    }

    function test_unbonding_before_the_vote_to_vote_with_nothing_at_stake() public {
        bytes32 id = voting();
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        skip(VOTING - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IVerifierRegistry.VerifierRegistryUnbonding.selector, verifier(0), timeNow() + UNBONDING - VOTING + 1
            )
        );
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        vote(id, 0, true);
        vm.assertEq(escrow.openVotes(verifier(0)), 1, "the stake answers for the vote");
    }

    function test_stake_that_left_has_no_vote() public {
        vm.prank(verifier(0));
        registry.startUnbond(BOND);
        skip(UNBONDING);
        bytes32 id = voting();
        vm.prank(verifier(0));
        registry.withdrawUnbonded();
        expectNoWeight(id, verifier(0));
        vote(id, 0, true);
    }

    function test_a_last_second_whale_vote() public {
        bond(stranger, 1000 ether);
        skip(1);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 300;
        bytes32 id = create(params);
        stake(id, ann, 4 ether);
        submit(id);
        vote(id, 0, false);
        vote(id, 1, false);
        skip(VOTING - 1);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
        vm.assertEq(escrow.milestone(id).approvingWeight, 350 ether, "a third and no more");

        skip(1);
        escrow.tally(id);
        dispute(id, challenger);
        rule(id, false);
        assertState(id, IMilestoneEscrow.State.Failed);
        escrow.settleVote(id, stranger);
        vm.assertEq(registry.slashedPot(), 200 ether, "its whole bond answers");
    }

    function test_a_whale_alone_verifies_nothing() public {
        bond(stranger, 1000 ether);
        skip(1);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 1;
        params.minVoters = 2;
        bytes32 id = create(params);
        submit(id);
        vm.prank(stranger);
        escrow.vote(id, true, ROOT);
        skip(VOTING);
        escrow.tally(id);
        vm.assertFalse(escrow.milestone(id).verdict, "verdict");
    }

    function test_a_silent_arbiter() public {
        bytes32 approved = disputed(true);
        skip(ARBITRATION);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Credited(approved, challenger, 0.2 ether);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneFinalized(approved, true, ROOT);
        escrow.finalize(approved);
        vm.assertEq(withdraw(challenger), 0.2 ether, "the bond comes back");
        assertState(approved, IMilestoneEscrow.State.Verified);
        vm.assertFalse(escrow.milestone(approved).overturned, "overturned");
        escrow.settleVote(approved, verifier(3));
        vm.assertEq(registry.slashedPot(), 0, "nobody is slashed");

        bytes32 rejected = disputed(false);
        skip(ARBITRATION);
        escrow.finalize(rejected);
        assertState(rejected, IMilestoneEscrow.State.Failed);
        vm.assertEq(withdraw(challenger), 0.2 ether, "the bond comes back");
    }

    function test_paused_refunds() public {
        bytes32 id = ended(false);
        vm.prank(owner);
        escrow.pause();
        escrow.refund(id, ann);
        escrow.refund(id, bob);
        vm.assertEq(withdraw(ann) + withdraw(bob), 4 ether, "paid while paused");
    }

    function assertFails(address caller, bytes memory call) private {
        vm.deal(caller, 1 ether);
        bool paid = bytes4(call) == escrow.stake.selector || bytes4(call) == escrow.dispute.selector;
        vm.prank(caller);
        (bool done,) = address(escrow).call{value: paid ? 1 ether : 0}(call);
        vm.assertFalse(done, "over in its last second");
    }

    function assertSameRevert(Reenterer thief, bytes4 selector) private view {
        vm.assertEq(bytes32(thief.reason()), bytes32(selector), "refused");
    }

    function expectNoWeight(bytes32 id, address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowNoWeight.selector, id, account));
    }
}

/// @notice Withdraws its credit and, while being paid, calls the escrow again.
contract Reenterer {
    IMilestoneEscrow private immutable _escrow;
    bytes private _call;
    bytes4 public reason;

    constructor(IMilestoneEscrow escrow) {
        _escrow = escrow;
    }

    function attack(bytes calldata call) external {
        _call = call;
        _escrow.withdraw();
    }

    receive() external payable {
        (bool done, bytes memory result) = address(_escrow).call(_call);
        reason = done ? bytes4(0) : bytes4(result);
    }
}

/// @notice Withdraws its unbonded stake and, while being paid, tries to once more.
contract RegistryReenterer {
    IVerifierRegistry private immutable _registry;
    bytes4 public reason;

    constructor(IVerifierRegistry registry) {
        _registry = registry;
    }

    function bond(uint256 amount) external {
        _registry.bond{value: amount}();
        _registry.startUnbond(amount);
    }

    function withdraw() external {
        _registry.withdrawUnbonded();
    }

    receive() external payable {
        try _registry.withdrawUnbonded() {}
        catch (bytes memory result) {
            reason = bytes4(result);
        }
    }
}

/// @notice Takes no ETH.
contract Rejecter {}

/// @notice Pushes its ETH into a contract that does not want it.
contract Forcer {
    constructor(address payable target) payable {
        selfdestruct(target);
    }
}
