import { readFileSync } from 'node:fs'
import type { Check } from './report.ts'

/** Two connections for each of 1,000 live streams and as many callers, and the program's own files. */
const neededMin = 4_096

/** At start the runtime raises the soft limit to the hard limit, which only a privileged process may exceed. */
export const openFilesCheck: Check = {
  name: 'open files',
  required: false,
  run: async () => {
    const limit = openFilesMax()
    const detail = `${limit} files and connections at a time`
    return limit >= neededMin
      ? { state: 'ok', detail }
      : {
          state: 'problem',
          detail: `${detail}: as many idle connections keep every new one waiting`,
          advice: `Raise the hard limit to ${neededMin} or more: "ulimit -Hn" in the shell, LimitNOFILE= of systemd, --ulimit nofile= of a container`,
        }
  },
}

/** Of this process; from a shell that it starts where the system has no /proc. */
export function openFilesMax(): number {
  const limit = process.platform === 'linux' ? limitOfProc() : limitOfShell()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}

function limitOfProc(): string | undefined {
  return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
}

function limitOfShell(): string {
  return Bun.spawnSync(['sh', '-c', 'ulimit -n']).stdout.toString().trim()
}
