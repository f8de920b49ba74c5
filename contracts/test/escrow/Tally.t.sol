// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMilestoneEscrow} from "../../src/interfaces/IMilestoneEscrow.sol";
import {Fixture} from "../support/Fixture.sol";
import {vm} from "../support/Vm.sol";

contract TallyTest is Fixture {
    function test_the_tally_opens_the_challenge_window() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        vote(id, 2, false);
        skip(VOTING);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.Tallied(id, true, 2 * BOND, BOND, 3, timeNow() + CHALLENGE);
        escrow.tally(id);

        assertState(id, IMilestoneEscrow.State.Provisional);
        vm.assertTrue(escrow.milestone(id).verdict, "verdict");
        vm.assertEq(escrow.milestone(id).challengeEndsAt, timeNow() + CHALLENGE, "challenge ends");
    }

    function test_an_uncertain_vote_is_not_tallied_before_its_end() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        uint40 end = escrow.milestone(id).votingEndsAt;
        vm.warp(end - 1);
        expectWindowOpen(id, end);
        escrow.tally(id);
        vm.warp(end);
        escrow.tally(id);
    }

    function test_approval_needs_exactly_its_share_of_the_weight_cast() public {
        // 3 of 5 is the 60 % that is needed.
        bytes32 id = voting();
        for (uint256 i; i < 5; ++i) {
            vote(id, i, i < 3);
        }
        assertTallies(id, true);

        IMilestoneEscrow.Params memory params = defaultParams();
        params.approvalBps = 6001;
        id = create(params);
        submit(id);
        for (uint256 i; i < 5; ++i) {
            vote(id, i, i < 3);
        }
        assertTallies(id, false);
    }

    function test_a_quorum_is_reached_exactly_at_its_share_of_the_stake() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 6000;
        bytes32 id = create(params);
        submit(id);
        approve(id, 3);
        assertTallies(id, true);
        freeVotes(id, 3);

        params.quorumBps = 6001;
        id = create(params);
        submit(id);
        approve(id, 3);
        assertTallies(id, false);
    }

    function test_a_quorum_is_a_share_of_what_is_left_above_the_cap() public {
        // 10 of 100 ether are above a third and leave 90 as the base, of which 54 are 60 %.
        bondWarm(stranger, 50 ether);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 6000;
        bytes32 id = create(params);
        submit(id);
        approve(id, 2);
        vote(id, stranger, true);
        vm.assertEq(escrow.milestone(id).excessWeight, 50 ether - uint256(100 ether) / 3, "excess");
        assertTallies(id, true);
        freeVotes(id, 2);
        escrow.settleVote(id, stranger);

        params.quorumBps = 6500;
        id = create(params);
        submit(id);
        approve(id, 2);
        vote(id, stranger, true);
        assertTallies(id, false);
    }

    function test_too_few_voters_fail_whatever_they_weigh() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.minVoters = 4;
        bytes32 id = create(params);
        submit(id);
        approve(id, 3);
        assertTallies(id, false);
        freeVotes(id, 3);

        id = create(params);
        submit(id);
        approve(id, 4);
        assertTallies(id, true);
    }

    function test_without_a_vote_nothing_is_verified() public {
        assertTallies(voting(), false);
    }

    function test_a_certain_approval_is_tallied_early() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, true);
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        vote(id, 2, true);
        escrow.tally(id);
        vm.assertTrue(escrow.milestone(id).verdict, "verdict");
        vm.assertEq(escrow.milestone(id).challengeEndsAt, timeNow() + CHALLENGE, "the challenge begins at once");
    }

    function test_a_certain_rejection_is_tallied_early() public {
        bytes32 id = voting();
        vote(id, 0, false);
        vote(id, 1, false);
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        vote(id, 2, false);
        escrow.tally(id);
        assertState(id, IMilestoneEscrow.State.Provisional);
        vm.assertFalse(escrow.milestone(id).verdict, "verdict");
    }

    function test_half_of_all_stake_rejects_nothing_early() public {
        bondWarm(verifier(5), BOND);
        bytes32 id = voting();
        for (uint256 i; i < 3; ++i) {
            vote(id, i, false);
        }
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        vote(id, 3, false);
        escrow.tally(id);
    }

    function test_stake_that_is_not_warm_yet_keeps_a_tally_from_being_early() public {
        skip(WARM_UP);
        bond(stranger, 25 ether);
        skip(WARM_UP);
        bytes32 approved = voting();
        bytes32 rejected = voting();
        vm.assertEq(escrow.milestone(approved).totalWeight, 5 * BOND, "the base is what is warm");
        for (uint256 i; i < 4; ++i) {
            vote(approved, i, true);
        }
        expectWindowOpen(approved, escrow.milestone(approved).votingEndsAt);
        escrow.tally(approved);
        vote(approved, 4, true);
        escrow.tally(approved);

        for (uint256 i; i < 4; ++i) {
            vote(rejected, i, false);
        }
        // 32 of 75 ether, though 32 of the 50 that may vote.
        expectWindowOpen(rejected, escrow.milestone(rejected).votingEndsAt);
        escrow.tally(rejected);
        vote(rejected, 4, false);
        escrow.tally(rejected);
        vm.assertFalse(escrow.milestone(rejected).verdict, "40 of 75 ether");
    }

    function test_stake_bonded_after_the_opening_keeps_no_tally_from_being_early() public {
        bytes32 id = voting();
        bond(stranger, 100 ether);
        approve(id, 3);
        escrow.tally(id);
        vm.assertTrue(escrow.milestone(id).verdict, "30 of the 50 ether that were there");
    }

    function test_what_is_above_the_cap_keeps_no_tally_from_being_early() public {
        bondWarm(stranger, 51 ether);
        bytes32 id = voting();
        approve(id, 5);
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        escrow.capWeight(id, stranger);
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);

        IMilestoneEscrow.Params memory params = defaultParams();
        params.approvalBps = 5900;
        freeVotesAfterWindow(id);
        id = create(params);
        submit(id);
        approve(id, 5);
        escrow.capWeight(id, stranger);
        // 50 of the 83.67 ether that count are 59.7 %, whatever the others do.
        escrow.tally(id);
        vm.assertTrue(escrow.milestone(id).verdict, "verdict");
    }

    function test_approval_is_not_certain_before_the_quorum() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = 8000;
        bytes32 id = create(params);
        submit(id);
        vote(id, 0, true);
        vote(id, 1, true);
        vote(id, 2, true);
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        vote(id, 3, false);
        escrow.tally(id);
        vm.assertTrue(escrow.milestone(id).verdict, "verdict");
    }

    function test_approval_is_not_certain_before_enough_have_voted() public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.minVoters = 4;
        bytes32 id = create(params);
        submit(id);
        vote(id, 0, true);
        vote(id, 1, true);
        vote(id, 2, true);
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        vote(id, 3, false);
        escrow.tally(id);
    }

    function test_with_no_stake_at_all_the_vote_runs_to_its_end_and_fails() public {
        for (uint256 i; i < 5; ++i) {
            startUnbond(verifier(i), BOND);
        }
        skip(1);
        bytes32 id = voting();
        vm.assertEq(escrow.milestone(id).totalWeight, 0, "total weight");
        expectWindowOpen(id, escrow.milestone(id).votingEndsAt);
        escrow.tally(id);
        assertTallies(id, false);
    }

    /// @dev What an early tally says must be what the full vote would have said, whoever votes or caps afterwards.
    function testFuzz_an_early_verdict_stands_whatever_comes_after(
        uint256 before,
        uint256 later,
        uint16 quorum,
        uint16 approval,
        uint8 minVoters,
        uint80 extra
    ) public {
        bond(verifier(4), bound(extra, 1, 100 ether));
        skip(WARM_UP + 1);
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = uint16(bound(quorum, 3000, 10_000));
        params.approvalBps = uint16(bound(approval, 5001, 10_000));
        params.minVoters = uint8(bound(minVoters, 3, 6));
        bytes32 id = create(params);
        submit(id);
        for (uint256 i; i < 5; ++i) {
            cast(id, i, before >> (2 * i));
        }
        uint256 snapshot = vm.snapshotState();
        try escrow.tally(id) {}
        catch {
            return;
        }
        bool early = escrow.milestone(id).verdict;
        vm.revertToState(snapshot);
        for (uint256 i; i < 5; ++i) {
            if (escrow.voteOf(id, verifier(i)) == 0) cast(id, i, later >> (2 * i));
        }
        if (later >> 255 == 1) try escrow.capWeight(id, verifier(4)) {} catch {}
        skip(VOTING);
        escrow.tally(id);
        vm.assertEq(escrow.milestone(id).verdict, early, "verdict");
    }

    /// @dev If all who are left cannot change the verdict, the tally must not make anyone wait.
    function testFuzz_a_complete_vote_need_not_wait(uint256 votes) public {
        bytes32 id = voting();
        for (uint256 i; i < 5; ++i) {
            vote(id, i, (votes >> i) & 1 == 1);
        }
        escrow.tally(id);
        assertState(id, IMilestoneEscrow.State.Provisional);
    }

    function testFuzz_the_verdict_follows_quorum_approval_and_voters(
        uint256 votes,
        uint16 quorum,
        uint16 approval,
        uint8 minVoters
    ) public {
        IMilestoneEscrow.Params memory params = defaultParams();
        params.quorumBps = uint16(bound(quorum, 3000, 10_000));
        params.approvalBps = uint16(bound(approval, 5001, 10_000));
        params.minVoters = uint8(bound(minVoters, 3, 6));
        bytes32 id = create(params);
        submit(id);
        uint256 voters;
        uint256 approving;
        for (uint256 i; i < 5; ++i) {
            uint256 choice = (votes >> (2 * i)) & 3;
            cast(id, i, choice);
            if (choice != 0) ++voters;
            if (choice == 1) ++approving;
        }
        bool expected = voters >= params.minVoters && voters * 2000 >= params.quorumBps
            && approving * 10_000 >= voters * params.approvalBps;
        assertTallies(id, expected);
    }

    function test_without_evidence_a_milestone_fails_at_its_deadline() public {
        bytes32 id = staked();
        uint40 deadline = escrow.milestone(id).deadline;
        vm.warp(deadline - 1);
        expectWindowOpen(id, deadline);
        escrow.tally(id);
        vm.warp(deadline);
        expectEmitFrom(address(escrow));
        emit IMilestoneEscrow.MilestoneFinalized(id, false, 0);
        escrow.tally(id);
        assertState(id, IMilestoneEscrow.State.Failed);
    }

    function test_a_milestone_is_tallied_once() public {
        bytes32 id = provisional(true);
        expectWrongState(id, IMilestoneEscrow.State.Provisional);
        escrow.tally(id);
        bytes32 unknown = keccak256("unknown");
        expectWrongState(unknown, IMilestoneEscrow.State.None);
        escrow.tally(unknown);
    }

    /// @dev 1 approves, 2 rejects, anything else abstains (3 rejects too, so that rejections are not rare).
    function cast(bytes32 id, uint256 index, uint256 choice) private {
        if (choice & 3 != 0) vote(id, index, choice & 3 == 1);
    }

    function approve(bytes32 id, uint256 count) private {
        for (uint256 i; i < count; ++i) {
            vote(id, i, true);
        }
    }

    function freeVotes(bytes32 id, uint256 count) private {
        skip(CHALLENGE);
        escrow.finalize(id);
        for (uint256 i; i < count; ++i) {
            escrow.settleVote(id, verifier(i));
        }
    }

    function freeVotesAfterWindow(bytes32 id) private {
        skip(VOTING);
        escrow.tally(id);
        freeVotes(id, 5);
    }

    function assertTallies(bytes32 id, bool verdict) private {
        skip(VOTING);
        escrow.tally(id);
        assertState(id, IMilestoneEscrow.State.Provisional);
        vm.assertEq(escrow.milestone(id).verdict, verdict, "verdict");
    }

    function expectWindowOpen(bytes32 id, uint40 end) private {
        vm.expectRevert(abi.encodeWithSelector(IMilestoneEscrow.MilestoneEscrowWindowOpen.selector, id, end));
    }
}
