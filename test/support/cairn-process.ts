import { join } from 'node:path'

/**
 * How tests start the program: the executable that the test command has built for its run, which starts in a third of
 * the time, or the sources when a file is run by itself.
 */
export const cairnCommand: readonly string[] =
  process.env['TEST_EXECUTABLE'] === undefined
    ? [process.execPath, join(import.meta.dir, '../../src/main.ts')]
    : [process.env['TEST_EXECUTABLE']]

/** Nothing of the caller's environment but what a program needs to start. */
export const cairnEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  // A busy machine is not a slow database.
  STATEMENT_WAIT_MS: '600000',
  SCAN_SECONDS: '240',
  // For processes of seconds: freed memory is kept, and WebAssembly is compiled quickly rather than well. Both together
  // save a quarter of their CPU time.
  MIMALLOC_PURGE_DELAY: '-1',
  BUN_JSC_useOMGJIT: '0',
  // What the executable unpacks goes with the run.
  ...(process.env['TEST_EXECUTABLE'] !== undefined && {
    XDG_CACHE_HOME: `${process.env['TEST_EXECUTABLE']}-cache`,
  }),
}
