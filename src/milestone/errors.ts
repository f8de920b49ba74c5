import { errorsOf } from '../kernel/runtime/app-error.ts'

const hex64 = '0x and 64 hexadecimal digits'

/** Every error that responses of the area name. */
export const milestoneError = errorsOf({
  evidence_not_found: {
    status: 404,
    text: 'No evidence bundle with this root is stored here: GET /api/indexer lists those that are',
  },
  invalid_account: {
    status: 400,
    text: 'Cannot look up an account by this: an address is 0x and 40 hexadecimal digits',
    fields: [{ path: '/account', message: 'must be 0x and 40 hexadecimal digits' }],
  },
  invalid_builder: (reason: string) => ({
    status: 400,
    text: `Cannot filter by this builder, which must be an address or a name: ${reason}`,
    fields: [{ path: '/builder', message: reason }],
  }),
  invalid_cursor: {
    status: 400,
    text: 'Cannot read on from this cursor: use the `next` of an earlier answer unchanged',
    fields: [{ path: '/cursor', message: 'is not a cursor of this list' }],
  },
  invalid_event_id: {
    status: 400,
    text: 'Cannot continue from this Last-Event-ID: use the id of an event of this stream unchanged',
    fields: [{ path: '/lastEventId', message: 'is not an event id' }],
  },
  invalid_evidence_root: {
    status: 400,
    text: `Cannot look up evidence by this: a Merkle root is ${hex64}`,
    fields: [{ path: '/root', message: `must be ${hex64}` }],
  },
  /** `path` is the parameter that has it. */
  invalid_milestone_hash: (path: '/milestoneHash' | '/milestone') => ({
    status: 400,
    text: `Cannot look up a milestone by this: a milestone hash is ${hex64}`,
    fields: [{ path, message: `must be ${hex64}` }],
  }),
  invalid_name: (reason: string) => ({
    status: 400,
    text: `Cannot look up this name: ${reason}`,
    fields: [{ path: '/name', message: reason }],
  }),
  leaf_not_found: (leafCount: number) => ({
    status: 404,
    text: `This bundle has no such leaf: it has ${leafCount}, counted from 0`,
  }),
  milestone_not_found: {
    status: 404,
    text: 'No milestone with this hash is on the chain: GET /api/explorer/milestones lists those that are',
  },
  name_not_found: { status: 404, text: 'This name is not registered on this chain' },
  not_ready: (reason: string) => ({
    status: 503,
    text: `The chain has not been read yet: ${reason}`,
    retryAfterSeconds: 2,
  }),
  pipeline_unavailable: (reason: string, retryAfterSeconds: number) => ({
    status: 503,
    text: `Cannot run verification cycles here: ${reason}`,
    retryAfterSeconds,
  }),
  run_not_found: {
    status: 404,
    text: 'No verification run with this id is stored: the newest 1,000 are kept, for 30 days at most',
  },
  shutting_down: {
    status: 503,
    text: 'Cannot open a stream as this server is shutting down',
    retryAfterSeconds: 2,
  },
  too_many_streams: (streamsMax: number, holder: 'server' | 'caller' = 'server') => ({
    status: 503,
    text: `Cannot open another stream as ${streamsMax} are open, which is the limit of ${holder === 'server' ? 'this server' : 'one caller'}`,
    retryAfterSeconds: 5,
  }),
  unknown_chaos_type: (available: readonly string[]) => ({
    status: 400,
    text: 'Cannot inject this: `available` lists the faults',
    extra: { available },
    fields: [{ path: '/type', message: 'is not a known fault' }],
  }),
  unknown_endpoint: (endpoints: number) => ({
    status: 400,
    slug: 'invalid_request',
    text: `Cannot inject a fault at this endpoint: there are ${endpoints}, counted from 0`,
    fields: [{ path: '/endpoint', message: `must be less than ${endpoints}` }],
  }),
})
