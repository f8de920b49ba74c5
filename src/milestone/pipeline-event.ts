export const activityTypes = ['verification', 'charge', 'revenue', 'chaos', 'deadline'] as const
export type ActivityType = (typeof activityTypes)[number]

/** Details of an event by name. */
export type FeedMetadata = Readonly<Record<string, string | number | boolean>>

/** One entry of the activity feed that is not on the chain: what the pipeline did or met. */
export interface PipelineEvent {
  /** Identifies the event; increases with every event, with gaps. */
  seq: number
  type: ActivityType
  title: string
  description: string
  /** Seconds since the epoch; never less than that of the event before. */
  timestamp: number
  metadata: FeedMetadata
  runId: string | undefined
}

/** An event to add, by default of now. */
export type NewPipelineEvent = Pick<PipelineEvent, 'type' | 'title' | 'description'> &
  Partial<Pick<PipelineEvent, 'metadata' | 'runId' | 'timestamp'>>

/** The pipeline's events for readers. */
export interface PipelineEvents {
  /** Goes up with every change. */
  readonly revision: number
  /** Oldest first, the newest `eventsMax`. */
  readonly events: readonly PipelineEvent[]
  /** Events up to this one are no longer held; 0 as long as all are. */
  readonly forgottenSeq: number
}

export interface PipelineFeed extends PipelineEvents {
  /**
   * Adds an event. It becomes visible once it is stored, here and in every process on this database in the same order,
   * so that a visible event is never lost in a crash.
   */
  append(event: NewPipelineEvent): void
  /** Calls `listener` when events have become visible, until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Waits until everything appended so far is stored and visible. */
  settle(): Promise<void>
  stop(): Promise<void>
}
