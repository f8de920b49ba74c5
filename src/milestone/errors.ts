import { AppError } from '../kernel/runtime/errors.ts'

export class InvalidMilestoneHash extends AppError {
  readonly status = 400
  readonly slug = 'invalid_milestone_hash'
  constructor() {
    super('Cannot look up a milestone by this: a milestone hash is 0x and 64 hexadecimal digits', {
      fields: [{ path: '/milestoneHash', message: 'must be 0x and 64 hexadecimal digits' }],
    })
  }
}

export class InvalidAccount extends AppError {
  readonly status = 400
  readonly slug = 'invalid_account'
  constructor() {
    super('Cannot look up an account by this: an address is 0x and 40 hexadecimal digits', {
      fields: [{ path: '/account', message: 'must be 0x and 40 hexadecimal digits' }],
    })
  }
}

export class MilestoneNotFound extends AppError {
  readonly status = 404
  readonly slug = 'milestone_not_found'
  constructor() {
    super('No milestone with this hash is on the chain: GET /api/explorer/milestones lists those that are')
  }
}

export class InvalidCursor extends AppError {
  readonly status = 400
  readonly slug = 'invalid_cursor'
  constructor() {
    super('Cannot read on from this cursor: use the `next` of an earlier answer unchanged', {
      fields: [{ path: '/cursor', message: 'is not a cursor of this list' }],
    })
  }
}

export class InvalidName extends AppError {
  readonly status = 400
  readonly slug = 'invalid_name'
  constructor(reason: string) {
    super(`Cannot look up this name: ${reason}`, { fields: [{ path: '/name', message: reason }] })
  }
}

export class NameNotFound extends AppError {
  readonly status = 404
  readonly slug = 'name_not_found'
  constructor() {
    super('This name is not registered on this chain')
  }
}

export class InvalidEvidenceRoot extends AppError {
  readonly status = 400
  readonly slug = 'invalid_evidence_root'
  constructor() {
    super('Cannot look up evidence by this: a Merkle root is 0x and 64 hexadecimal digits', {
      fields: [{ path: '/root', message: 'must be 0x and 64 hexadecimal digits' }],
    })
  }
}

export class EvidenceNotFound extends AppError {
  readonly status = 404
  readonly slug = 'evidence_not_found'
  constructor() {
    super('No evidence bundle with this root is stored here: GET /api/indexer lists those that are')
  }
}

export class LeafNotFound extends AppError {
  readonly status = 404
  readonly slug = 'leaf_not_found'
  constructor(leafCount: number) {
    super(`This bundle has no such leaf: it has ${leafCount}, counted from 0`)
  }
}

export class ReadModelNotReady extends AppError {
  readonly status = 503
  readonly slug = 'not_ready'
  constructor(reason: string) {
    super(`The chain has not been read yet: ${reason}`, { retryAfterSeconds: 2 })
  }
}

export class InvalidBuilder extends AppError {
  readonly status = 400
  readonly slug = 'invalid_builder'
  constructor(reason: string) {
    super(`Cannot filter by this builder, which must be an address or a name: ${reason}`, {
      fields: [{ path: '/builder', message: reason }],
    })
  }
}

export class InvalidEventId extends AppError {
  readonly status = 400
  readonly slug = 'invalid_event_id'
  constructor() {
    super('Cannot continue from this Last-Event-ID: use the id of an event of this stream unchanged', {
      fields: [{ path: '/lastEventId', message: 'is not an event id' }],
    })
  }
}

export class TooManyStreams extends AppError {
  readonly status = 503
  readonly slug = 'too_many_streams'
  constructor(streamsMax: number, holder: 'server' | 'caller' = 'server') {
    const limit = holder === 'server' ? 'the limit of this server' : 'the limit of one caller'
    super(`Cannot open another stream as ${streamsMax} are open, which is ${limit}`, { retryAfterSeconds: 5 })
  }
}

export class ShuttingDown extends AppError {
  readonly status = 503
  readonly slug = 'shutting_down'
  constructor() {
    super('Cannot open a stream as this server is shutting down', { retryAfterSeconds: 2 })
  }
}

export class UnknownChaosType extends AppError {
  readonly status = 400
  readonly slug = 'unknown_chaos_type'
  constructor(available: readonly string[]) {
    super('Cannot inject this: `available` lists the faults', {
      extra: { available },
      fields: [{ path: '/type', message: 'is not a known fault' }],
    })
  }
}

export class PipelineUnavailable extends AppError {
  readonly status = 503
  readonly slug = 'pipeline_unavailable'
  constructor(reason: string, retryAfterSeconds: number) {
    super(`Cannot run verification cycles here: ${reason}`, { retryAfterSeconds })
  }
}

export class RunNotFound extends AppError {
  readonly status = 404
  readonly slug = 'run_not_found'
  constructor() {
    super('No verification run with this id is stored: the newest 1,000 are kept, for 30 days at most')
  }
}

export class UnknownEndpoint extends AppError {
  readonly status = 400
  readonly slug = 'invalid_request'
  constructor(endpoints: number) {
    super(`Cannot inject a fault at this endpoint: there are ${endpoints}, counted from 0`, {
      fields: [{ path: '/endpoint', message: `must be less than ${endpoints}` }],
    })
  }
}
