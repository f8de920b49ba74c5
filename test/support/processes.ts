import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Processes whose program or arguments lie below `folder`. Linux only, as it reads /proc. */
export function processesFrom(folder: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => commandOf(pid).includes(`${folder}/`))
}

/** The demo chain's nodes below a server: grandchildren, each under its guard; the oldest first. */
export function nodesBelow(serverPid: number): number[] {
  const processes = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map((entry) => [Number(entry), statOf(entry)] as const),
  )
  return [...processes]
    .filter(([, { name, parent }]) => name === 'anvil' && processes.get(parent)?.parent === serverPid)
    .sort(([, a], [, b]) => a.startedAt - b.startedAt)
    .map(([pid]) => pid)
}

/** Files that a process has open for writing, its standard streams aside. */
export function filesHeldOpen(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const path = linkOf(`/proc/${pid}/fd/${fd}`)
    const isFile = Number(fd) > 2 && path?.startsWith('/') && !/^\/(dev|proc)\//.test(path)
    return path !== undefined && isFile && isWritable(pid, fd) ? [path] : []
  })
}

/** The last octal digit of an open file's flags is its access mode: 0 is read-only. */
function isWritable(pid: number, fd: string): boolean {
  const flags = /flags:\s*([0-7]+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1]
  return flags !== undefined && (Number.parseInt(flags, 8) & 0o3) !== 0
}

function commandOf(pid: number): string {
  try {
    return `${readlinkSync(`/proc/${pid}/exe`)} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}`
  } catch {
    return ''
  }
}

/** `startedAt` in ticks since the machine was started. */
function statOf(pid: string): { name: string; parent: number; startedAt: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? []
    const fields = rest.split(' ')
    return { name, parent: Number(fields[1]), startedAt: Number(fields[19]) }
  } catch {
    return { name: '', parent: 0, startedAt: 0 }
  }
}

/** A process may end while it is looked at. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
