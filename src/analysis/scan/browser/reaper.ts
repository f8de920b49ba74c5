import { spawn } from 'node:child_process'

/** Removes a browser's processes and folder after a crash of this process. */
export interface Reaper {
  /** Sets the process group to kill. */
  watch(group: number): void
  /** Ends it without a cleanup; resolves when it has exited. */
  dismiss(): Promise<void>
}

/**
 * Waits for the end of standard input, which the kernel closes when the parent dies, then kills the group and the crash
 * handlers, which are in other groups, and removes the folder. The line "done" ends it without a cleanup.
 */
const script = `read -r group
[ "$group" = done ] && exit
read -r word
[ "$word" = done ] && exit
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for entry in /proc/[0-9]*; do
  grep -qsF -- "=$1/" "$entry/cmdline" && kill -s KILL "\${entry#/proc/}" 2>/dev/null
done
for _ in 1 2 3 4 5; do rm -rf -- "$1" && exit; sleep 0.2; done`

const dismissMsMax = 1_000

export function startReaper(folder: string): Reaper {
  const child = spawn('/bin/sh', ['-c', script, 'browser-reaper', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  })
  const gone = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', () => resolve())
  })
  child.stdin?.on('error', () => {})
  return {
    watch: (group) => child.stdin?.write(`${group}\n`),
    dismiss: async () => {
      child.stdin?.end('done\n')
      await Promise.race([gone, Bun.sleep(dismissMsMax)])
    },
  }
}
