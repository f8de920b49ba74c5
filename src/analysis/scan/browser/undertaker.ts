import { spawn } from 'node:child_process'

/** Cleans up after a browser when we die before we could. */
export interface Undertaker {
  /** Tells it which process group to kill. */
  watch(group: number): void
  /** Tells it that nothing is left to do; resolves when it has gone. */
  dismiss(): Promise<void>
}

/**
 * Waits for standard input to end, which the kernel sees to for a parent that died, however it died, and then kills the
 * group and the crash handlers, which have groups of their own, and removes the folder. The word "done" instead tells it
 * that all are gone.
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

export function hireUndertaker(folder: string): Undertaker {
  const child = spawn('/bin/sh', ['-c', script, 'browser-undertaker', folder], {
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
