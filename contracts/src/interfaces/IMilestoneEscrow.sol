// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Milestones whose money moves only on verified evidence
/// @notice Sponsors stake ETH behind a builder's milestone; bonded verifiers judge the committed evidence; the stake is
/// released by the agreed splits or refunded. All windows are half-open `[start, end)`. All payments are pulled.
interface IMilestoneEscrow {
    enum State {
        None,
        Open,
        Voting,
        Provisional,
        Disputed,
        Verified,
        Failed,
        Released,
        Refunded
    }

    /// @notice What no milestone's parameters may undercut or exceed; immutable in the deployment. Periods in seconds,
    /// shares in basis points, amounts in wei.
    struct Policy {
        uint32 votingPeriodMin;
        uint32 challengePeriodMin;
        uint32 arbitrationPeriodMin;
        /// How far ahead of its creation the deadline of a milestone may lie.
        uint32 deadlineMax;
        /// For how long one pause lasts, and how long the owner must wait after it before the next.
        uint32 pausePeriod;
        uint16 quorumBpsMin;
        uint16 feeBpsMax;
        uint16 slashBpsMin;
        uint16 slashBpsMax;
        /// What a verifier loses of its bond for not voting.
        uint16 abstentionBps;
        uint8 minVotersMin;
        uint88 stakeMin;
    }

    /// @notice Frozen into a milestone when it is created. Periods in seconds, shares in basis points.
    struct Params {
        uint32 votingPeriod;
        uint32 challengePeriod;
        uint32 arbitrationPeriod;
        uint16 quorumBps;
        uint16 approvalBps;
        uint16 feeBps;
        uint16 slashBps;
        uint8 minVoters;
    }

    /// @notice One share of a released stake; the shares of a milestone sum to 10,000 basis points.
    struct Split {
        address recipient;
        uint16 bps;
    }

    /// @notice A milestone as a reader sees it. Amounts in wei, times in seconds since the epoch, 0 where not reached.
    struct Milestone {
        bytes32 id;
        State state;
        bool verdict;
        bool overturned;
        address builder;
        uint40 deadline;
        uint40 submittedAt;
        uint40 votingEndsAt;
        uint40 challengeEndsAt;
        uint40 arbitrationEndsAt;
        uint256 staked;
        uint256 approvingWeight;
        uint256 rejectingWeight;
        /// All stake that had warmed up when the evidence came.
        uint256 totalWeight;
        /// What single verifiers hold of it above a third, as far as they voted or somebody called `capWeight`.
        uint256 excessWeight;
        uint16 voters;
        address challenger;
        uint256 disputeBond;
        bytes32 evidenceRoot;
        bytes32 metadataHash;
        bytes32 splitsHash;
        Params params;
    }

    event MilestoneCreated(
        bytes32 indexed id,
        address indexed builder,
        bytes32 indexed projectId,
        uint40 deadline,
        bytes32 metadataHash,
        Split[] splits,
        Params params
    );
    event MilestoneStaked(bytes32 indexed id, address indexed backer, uint256 amount, uint256 staked);
    event EvidenceSubmitted(bytes32 indexed id, bytes32 evidenceRoot, uint40 votingEndsAt, uint256 totalWeight);
    /// @notice `excess` wei of `verifier`'s stake is above a third of all and counts for no quorum.
    event WeightCapped(bytes32 indexed id, address indexed verifier, uint256 excess);
    event Voted(bytes32 indexed id, address indexed verifier, bool support, uint256 weight, bytes32 evidenceRoot);
    event Tallied(
        bytes32 indexed id,
        bool verdict,
        uint256 approvingWeight,
        uint256 rejectingWeight,
        uint16 voters,
        uint40 challengeEndsAt
    );
    event MilestoneDisputed(bytes32 indexed id, address indexed challenger, uint256 bond, uint40 arbitrationEndsAt);
    event Ruled(bytes32 indexed id, bool verdict, bool overturned);
    /// @notice The builder withdrew a milestone before its evidence; `MilestoneFinalized` follows.
    event MilestoneCancelled(bytes32 indexed id);
    /// @notice Terminal verdict: `Verified` or `Failed`. `evidenceRoot` is zero when nothing was submitted in time.
    event MilestoneFinalized(bytes32 indexed id, bool verified, bytes32 evidenceRoot);
    event MilestoneReleased(bytes32 indexed id, uint256 amount, uint256 fee);
    /// @notice `amount` wei became claimable by `account` because of milestone `id`.
    event Credited(bytes32 indexed id, address indexed account, uint256 amount);
    event BackerRefunded(bytes32 indexed id, address indexed backer, uint256 amount, uint256 staked);
    /// @notice The last backer was refunded.
    event MilestoneRefunded(bytes32 indexed id);
    event Withdrawn(address indexed account, uint256 amount);
    /// @notice The vote no longer binds the verifier's stake; `slashed` wei was taken for it (0 unless overturned).
    event VoteSettled(bytes32 indexed id, address indexed verifier, uint256 slashed);
    /// @notice `verifier` could have voted and did not; `charged` wei was taken from its bond.
    event AbstentionSettled(bytes32 indexed id, address indexed verifier, uint256 charged);
    event FeeRecipientChanged(address indexed feeRecipient);
    /// @notice `create` and `stake` are refused until `until` (seconds since the epoch).
    event Paused(address account, uint40 until);
    event Unpaused(address account);

    error MilestoneEscrowWrongState(bytes32 id, State state);
    error MilestoneEscrowZeroAddress();
    /// @notice Arbiter, fee recipient and slash receiver must be three different addresses.
    error MilestoneEscrowRolesCoincide(address account);
    /// @notice A floor of zero, a ceiling under its floor, or windows longer than unbonding.
    error MilestoneEscrowInvalidPolicy(bytes32 name);
    /// @notice The parameter `name` (ASCII) must lie between `min` and `max`, both included.
    error MilestoneEscrowOutsidePolicy(bytes32 name, uint256 value, uint256 min, uint256 max);
    /// @notice There must be 1 to 16 recipients, none of them zero or the arbiter, whose shares sum to 10,000.
    error MilestoneEscrowInvalidSplits();
    /// @notice These are not the splits that the milestone was created with.
    error MilestoneEscrowSplitsMismatch(bytes32 id);
    error MilestoneEscrowPaused(uint40 until);
    error MilestoneEscrowNotPaused();
    /// @notice The next pause can begin at `from`.
    error MilestoneEscrowPauseTooSoon(uint40 from);
    error MilestoneEscrowNotFeeRecipient(address caller);
    error MilestoneEscrowInvalidEvidence(bytes32 id);
    error MilestoneEscrowNotBuilder(bytes32 id, address caller);
    error MilestoneEscrowNotArbiter(address caller);
    error MilestoneEscrowDeadlinePassed(bytes32 id, uint40 deadline);
    error MilestoneEscrowWindowOpen(bytes32 id, uint40 endsAt);
    error MilestoneEscrowWindowClosed(bytes32 id, uint40 endedAt);
    error MilestoneEscrowStakeTooLarge(bytes32 id);
    error MilestoneEscrowStakeTooSmall(uint256 amount, uint256 min);
    error MilestoneEscrowEvidenceMismatch(bytes32 id, bytes32 expected, bytes32 given);
    error MilestoneEscrowAlreadyVoted(bytes32 id, address verifier);
    error MilestoneEscrowConflictOfInterest(bytes32 id, address verifier);
    error MilestoneEscrowNoWeight(bytes32 id, address verifier);
    error MilestoneEscrowBondTooSmall(bytes32 id, uint256 bond, uint256 minBond);
    error MilestoneEscrowNothingDue(address account);
    error MilestoneEscrowNoOpenVote(bytes32 id, address verifier);
    /// @notice The wrong votes must be settled first: what they lose is what the right ones are paid.
    error MilestoneEscrowSlashesPending(bytes32 id);
    error MilestoneEscrowNothingAboveCap(bytes32 id, address verifier);
    error MilestoneEscrowTransferFailed(address to, uint256 amount);

    /// @notice Opens a milestone. @return id keccak256(abi.encode(chainid, this, builder, projectId, nonce))
    function create(
        bytes32 projectId,
        uint40 deadline,
        bytes32 metadataHash,
        Split[] calldata splits,
        Params calldata params
    ) external returns (bytes32 id);
    function stake(bytes32 id) external payable;
    function submitEvidence(bytes32 id, bytes32 root) external;
    /// @notice Weighs what the caller had bonded, warmed up, when the evidence came, as far as it answers for no other
    /// open vote, up to a third of all. The slash share of that weight is locked until the vote is settled.
    function vote(bytes32 id, bool support, bytes32 root) external;
    /// @notice Takes what `verifier` had bonded above a third of all out of the quorum's base, if it has not voted.
    function capWeight(bytes32 id, address verifier) external;
    function tally(bytes32 id) external;
    function dispute(bytes32 id) external payable;
    function rule(bytes32 id, bool verdict) external;
    function finalize(bytes32 id) external;
    /// @notice The builder gives up before there is evidence; whoever has staked is refunded.
    function cancel(bytes32 id) external;
    /// @notice Credits the stake by the splits given at creation.
    function release(bytes32 id, Split[] calldata splits) external;
    function refund(bytes32 id, address backer) external;
    function withdraw() external;
    /// @notice Pays the caller's credit to `to`, for callers that cannot take ETH.
    function withdrawTo(address to) external;
    /// @notice After a milestone has ended, frees the verifier's stake of this vote. A vote on the wrong side of an
    /// overturned verdict loses what it locked; half of that goes to those who were right, by weight, when their votes
    /// are settled after all wrong ones. Anyone may call, once per vote.
    function settleVote(bytes32 id, address verifier) external;
    function settleVotes(bytes32 id, address[] calldata verifiers) external;
    /// @notice Charges a verifier whose stake could have voted until the window's end and did not, for whatever reason,
    /// if enough others voted; at most once in each warm-up period. Anyone may call after the milestone has ended.
    function settleAbstention(bytes32 id, address verifier) external;
    /// @notice Names the next receiver of fees; only the present one.
    function setFeeRecipient(address feeRecipient) external;
    function pause() external;
    function unpause() external;

    function policy() external view returns (Policy memory);
    function milestone(bytes32 id) external view returns (Milestone memory);
    function stakeOf(bytes32 id, address backer) external view returns (uint256);
    /// @notice 0 no vote, 1 rejected, 2 approved; +2 once settled; 5 when the abstention was settled.
    function voteOf(bytes32 id, address verifier) external view returns (uint8);
    /// @notice What the vote of `verifier` counted, in wei.
    function weightOf(bytes32 id, address verifier) external view returns (uint256);
    function openVotes(address verifier) external view returns (uint256);
    /// @notice What open votes may cost `verifier`, in wei; as much of its bond cannot leave.
    function lockedOf(address verifier) external view returns (uint256);
    function claimable(address account) external view returns (uint256);
    function nonces(address builder) external view returns (uint256);
    function minDisputeBond(bytes32 id) external view returns (uint256);
    function arbiter() external view returns (address);
    function feeRecipient() external view returns (address);
    function paused() external view returns (bool);
    /// @notice When the present or last pause ends, in seconds since the epoch.
    function pausedUntil() external view returns (uint40);
}
