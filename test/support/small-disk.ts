import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leaveOut } from './left-out.ts'

const run = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success

const mounts = {
  tmpfs: (at: string, megabytes: number) =>
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at),
  ext4: (at: string, megabytes: number) => {
    const image = `${at}.image`
    writeFileSync(image, '')
    truncateSync(image, megabytes * 2 ** 20)
    return run('mkfs.ext4', '-q', '-m', '0', image) && run('mount', '-o', 'loop', image, at)
  },
}
export type DiskKind = keyof typeof mounts
export const diskKinds: readonly DiskKind[] = ['tmpfs', 'ext4']

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all of its space, except `spareBytes`. */
  fill(spareBytes?: number): void
  /** Gives that space back. */
  free(): void
  remove(): void
}

/** Undefined, with a word about it, where none can be mounted; `file` is the `import.meta.path` of the test file. */
export function mountSmallDisk(file: string, kind: DiskKind, megabytes: number): SmallDisk | undefined {
  const parent = mkdtempSync(join(tmpdir(), 'cairn-disk-'))
  const folder = join(parent, 'disk')
  mkdirSync(folder)
  if (!mounts[kind](folder, megabytes)) {
    rmSync(parent, { recursive: true, force: true })
    leaveOut({ file, reason: `no ${kind} can be mounted here`, remedy: 'run the tests as root' })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: (spareBytes = 0) => {
      const spare = join(folder, 'spare')
      writeFileSync(spare, Buffer.alloc(spareBytes))
      for (const size of [2 ** 20, 4_096, 1]) {
        const piece = Buffer.alloc(size)
        try {
          for (;;) writeFileSync(filler, piece, { flag: 'a' })
        } catch {
          // No space is left for a piece of this size.
        }
      }
      rmSync(spare)
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      run('umount', '-l', folder)
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
