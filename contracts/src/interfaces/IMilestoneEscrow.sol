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
        uint256 totalWeight;
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
        bytes32 splitsHash,
        Params params
    );
    event MilestoneStaked(bytes32 indexed id, address indexed backer, uint256 amount, uint256 staked);
    event EvidenceSubmitted(bytes32 indexed id, bytes32 evidenceRoot, uint40 votingEndsAt, uint256 totalWeight);
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
    /// @notice The builder withdrew a milestone that nobody had staked on; `MilestoneFinalized` follows.
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

    error MilestoneEscrowWrongState(bytes32 id, State state);
    error MilestoneEscrowZeroAddress();
    error MilestoneEscrowInvalidParams();
    error MilestoneEscrowInvalidSplits(bytes32 id);
    error MilestoneEscrowInvalidDeadline(uint40 deadline);
    error MilestoneEscrowInvalidEvidence(bytes32 id);
    error MilestoneEscrowNotBuilder(bytes32 id, address caller);
    error MilestoneEscrowNotArbiter(address caller);
    error MilestoneEscrowDeadlinePassed(bytes32 id, uint40 deadline);
    error MilestoneEscrowWindowOpen(bytes32 id, uint40 endsAt);
    error MilestoneEscrowWindowClosed(bytes32 id, uint40 endedAt);
    error MilestoneEscrowZeroAmount();
    error MilestoneEscrowStakeTooLarge(bytes32 id);
    error MilestoneEscrowHasStake(bytes32 id, uint256 staked);
    error MilestoneEscrowEvidenceMismatch(bytes32 id, bytes32 expected, bytes32 given);
    error MilestoneEscrowAlreadyVoted(bytes32 id, address verifier);
    error MilestoneEscrowConflictOfInterest(bytes32 id, address verifier);
    error MilestoneEscrowNoWeight(bytes32 id, address verifier);
    error MilestoneEscrowBondTooSmall(bytes32 id, uint256 bond, uint256 minBond);
    error MilestoneEscrowNothingDue(address account);
    error MilestoneEscrowNoOpenVote(bytes32 id, address verifier);
    error MilestoneEscrowTransferFailed(address to, uint256 amount);

    /// @notice Opens a milestone. @return id keccak256(abi.encode(chainid, this, builder, projectId, nonce))
    function create(
        bytes32 projectId,
        uint40 deadline,
        bytes32 metadataHash,
        bytes32 splitsHash,
        Params calldata params
    ) external returns (bytes32 id);
    function stake(bytes32 id) external payable;
    function submitEvidence(bytes32 id, bytes32 root) external;
    function vote(bytes32 id, bool support, bytes32 root) external;
    function tally(bytes32 id) external;
    function dispute(bytes32 id) external payable;
    function rule(bytes32 id, bool verdict) external;
    function finalize(bytes32 id) external;
    function cancel(bytes32 id) external;
    /// @notice Credits the stake by `splits`, whose hash `keccak256(abi.encode(splits))` was fixed at creation.
    function release(bytes32 id, Split[] calldata splits) external;
    function refund(bytes32 id, address backer) external;
    function withdraw() external;
    /// @notice After a milestone has ended, frees the verifier's stake of this vote, slashing it if the vote stood on
    /// the wrong side of an overturned verdict. Anyone may call, once per vote.
    function settleVote(bytes32 id, address verifier) external;
    function pause() external;
    function unpause() external;

    function milestone(bytes32 id) external view returns (Milestone memory);
    function stakeOf(bytes32 id, address backer) external view returns (uint256);
    /// @notice 0 no vote, 1 rejected, 2 approved; +2 once settled.
    function voteOf(bytes32 id, address verifier) external view returns (uint8);
    function openVotes(address verifier) external view returns (uint256);
    function claimable(address account) external view returns (uint256);
    function nonces(address builder) external view returns (uint256);
    function minDisputeBond(bytes32 id) external view returns (uint256);
    function arbiter() external view returns (address);
    function feeRecipient() external view returns (address);
}
