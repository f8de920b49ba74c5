// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentTreasury} from "../src/AgentTreasury.sol";
import {DemoUSDC} from "../src/DemoUSDC.sol";
import {MilestoneLens} from "../src/MilestoneLens.sol";
import {IMilestoneEscrow} from "../src/interfaces/IMilestoneEscrow.sol";
import {IMilestoneLens} from "../src/interfaces/IMilestoneLens.sol";
import {Fixture} from "./support/Fixture.sol";
import {vm} from "./support/Vm.sol";

contract MilestoneLensTest is Fixture {
    DemoUSDC private token;
    AgentTreasury private treasury;
    MilestoneLens private lens;
    bytes32[] private ids;
    address[] private accounts;

    function setUp() public override {
        super.setUp();
        token = new DemoUSDC(address(this));
        treasury = new AgentTreasury(address(token), address(this), 1 days);
        lens = new MilestoneLens(escrow, registry, treasury);
    }

    function test_milestones_are_read_in_the_order_asked() public {
        ids.push(ended(true));
        ids.push(keccak256("unknown"));
        ids.push(disputed(false));
        IMilestoneEscrow.Milestone[] memory found = lens.milestones(ids);
        vm.assertEq(found.length, 3, "length");
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(abi.encode(found[i]), abi.encode(escrow.milestone(ids[i])), "milestone");
        }
    }

    function test_votes_and_stakes_are_read_pair_by_pair() public {
        bytes32 id = voting();
        vote(id, 0, true);
        vote(id, 1, false);
        (ids, accounts) = (new bytes32[](0), new address[](0));
        address[4] memory asked = [verifier(0), verifier(1), ann, bob];
        for (uint256 i; i < 4; ++i) {
            ids.push(id);
            accounts.push(asked[i]);
        }
        uint8[] memory votes = lens.votes(ids, accounts);
        uint256[] memory stakes = lens.stakes(ids, accounts);
        vm.assertEq(abi.encode(votes), abi.encode(_votes(2, 1, 0, 0)), "votes");
        vm.assertEq(stakes[0] + stakes[1], 0, "verifiers have no stake");
        vm.assertEq(stakes[2], 3 ether, "ann");
        vm.assertEq(stakes[3], 1 ether, "bob");
    }

    function test_lists_of_different_length_are_refused() public {
        ids.push(open());
        vm.expectRevert(abi.encodeWithSelector(IMilestoneLens.MilestoneLensLengthMismatch.selector, 1, 0));
        lens.votes(ids, accounts);
        accounts.push(ann);
        accounts.push(bob);
        vm.expectRevert(abi.encodeWithSelector(IMilestoneLens.MilestoneLensLengthMismatch.selector, 1, 2));
        lens.stakes(ids, accounts);
    }

    function test_claimables_and_verifiers_are_read() public {
        bytes32 id = ended(true);
        escrow.release(id, splits);
        startUnbond(verifier(0), 4 ether);
        accounts = [builder, verifier(0), stranger];
        uint256[] memory claimables = lens.claimables(accounts);
        vm.assertEq(claimables[0], 2.73 ether, "builder");
        vm.assertEq(claimables[1] + claimables[2], 0, "others");

        IMilestoneLens.VerifierView[] memory found = lens.verifiers(accounts);
        IMilestoneLens.VerifierView memory expected =
            IMilestoneLens.VerifierView(verifier(0), 6 ether, 4 ether, timeNow() + UNBONDING, 1, 2 ether, 0);
        vm.assertEq(abi.encode(found[1]), abi.encode(expected), "verifier");
        vm.assertEq(found[2].verifier, stranger, "stranger");
        vm.assertEq(found[2].bonded, 0, "stranger's bond");
    }

    function test_rewards_are_read() public {
        bytes32 id = disputed(true);
        rule(id, false);
        for (uint256 i; i < 4; ++i) {
            escrow.settleVote(id, verifier(i));
        }
        accounts = [verifier(3)];
        IMilestoneLens.VerifierView memory expected =
            IMilestoneLens.VerifierView(verifier(3), BOND, 0, 0, 0, 0, 3 ether);
        vm.assertEq(abi.encode(lens.verifiers(accounts)[0]), abi.encode(expected), "verifier");
    }

    function test_totals_and_the_treasury_are_read() public {
        bytes32 id = disputed(true);
        rule(id, false);
        escrow.settleVote(id, verifier(0));
        IMilestoneLens.TotalsView memory totals = IMilestoneLens.TotalsView(48 ether, 1 ether, 4.2 ether);
        vm.assertEq(abi.encode(lens.totals()), abi.encode(totals), "totals");

        token.mint(address(this), 10e6);
        token.approve(address(treasury), 10e6);
        treasury.payFee(10e6, "fee");
        treasury.setService("storage", stranger, 5e6);
        treasury.charge("storage", 3e6, "charge");
        treasury.sweepRevenue(ann, 2e6);
        IMilestoneLens.TreasuryView memory expected = IMilestoneLens.TreasuryView(10e6, 3e6, 2e6, 5e6);
        vm.assertEq(abi.encode(lens.treasury()), abi.encode(expected), "treasury");
    }

    function testFuzz_a_leaf_is_proven_by_its_sibling_and_by_nothing_else(bytes32 leaf, bytes32 sibling) public {
        vm.assume(leaf != sibling);
        bytes32 root =
            leaf < sibling ? keccak256(abi.encodePacked(leaf, sibling)) : keccak256(abi.encodePacked(sibling, leaf));
        bytes32 id = open();
        vm.prank(builder);
        escrow.submitEvidence(id, root);
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = sibling;
        vm.assertTrue(lens.provesEvidence(id, leaf, proof), "proven");
        vm.assertFalse(lens.provesEvidence(id, sibling, proof), "another leaf");
        vm.assertFalse(lens.provesEvidence(id, leaf, new bytes32[](0)), "another proof");
    }

    function test_without_evidence_nothing_is_proven() public {
        vm.assertFalse(lens.provesEvidence(open(), 0, new bytes32[](0)), "not even the empty leaf");
    }

    function _votes(uint8 a, uint8 b, uint8 c, uint8 d) private pure returns (uint8[] memory votes) {
        votes = new uint8[](4);
        (votes[0], votes[1], votes[2], votes[3]) = (a, b, c, d);
    }
}
