import { availableParallelism, totalmem } from 'node:os'
import { embedded } from '../../kernel/runtime/embedded.ts'
import type { Check } from './report.ts'

const needed = '>=1.4.0'

/** The executable's own runtime, or the one that runs the source. */
export const runtimeCheck: Check = {
  name: 'runtime',
  required: true,
  run: async () => {
    const memoryGib = (totalmem() / 2 ** 30).toFixed(1)
    const form = embedded === undefined ? 'from source' : 'one executable'
    const detail = `Bun ${Bun.version} on ${process.platform} ${process.arch}, ${form}, ${availableParallelism()} cores, ${memoryGib} GiB`
    return Bun.semver.satisfies(Bun.version, needed)
      ? { state: 'ok', detail }
      : { state: 'problem', detail, advice: `Use Bun ${needed}` }
  },
}
