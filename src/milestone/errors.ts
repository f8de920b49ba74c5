import { errorsOf } from '../kernel/runtime/app-error.ts'
import errors from './errors.json'

const hex64 = '0x and 64 hexadecimal digits'

/** Every error that responses of the area name: those that are always the same in `errors.json`, the others here. */
export const milestoneError = errorsOf({
  ...errors,
  invalid_builder: (reason: string) => ({
    status: 400,
    text: `Cannot filter by this builder, which must be an address or a name: ${reason}`,
    fields: [{ path: '/builder', message: reason }],
  }),
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
