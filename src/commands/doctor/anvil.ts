import { programVersion } from './program-version.ts'
import type { Check } from './report.ts'

/** Runs the demo chain's node, which the executable unpacks first. An external chain does not need it. */
export function anvilCheck(options: { required: boolean; anvilBinary: () => Promise<string> }): Check {
  return {
    name: 'anvil',
    required: options.required,
    run: async () => {
      const binary = await options.anvilBinary()
      const version = await programVersion(binary)
      return version === undefined
        ? {
            state: 'problem',
            detail: `"${binary}" does not run`,
            advice: 'Set RPC_URLS to follow a chain that runs elsewhere',
          }
        : { state: 'ok', detail: version }
    },
  }
}
