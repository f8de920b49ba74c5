import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openBlobs } from '../../../src/kernel/blobs/blobs.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { diskKinds, mountSmallDisk } from '../../support/small-disk.ts'
import { sizeOf } from '../../support/soak.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(quickTmpdir(), 'cairn-blobs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the store and returns its files, of which each has the name of its contents. */
function openedFiles(): string[] {
  openBlobs({ s3: undefined, dataDir: folder, log: silentLog })
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
  for (const path of files) expect(basename(path)).toBe(Bun.SHA256.hash(readFileSync(path), 'hex'))
  return files.map((path) => basename(path))
}

function startWriter(...args: string[]) {
  const program = join(import.meta.dir, 'blob-writer.ts')
  return Bun.spawn([process.execPath, program, folder, ...args], { stdout: 'pipe', stderr: 'inherit' })
}

test.each([
  ['half-written', 0, 1],
  ['before its name', 0, 1],
  ['after its name', 1, 0],
])('a kill when a blob is %s leaves a whole blob or none', async (moment, named, unfinished) => {
  const child = startWriter(moment)
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
  expect(readdirSync(join(folder, 'blobs', 'unfinished'))).toHaveLength(unfinished)
  expect(openedFiles()).toHaveLength(named)
})

test('after a kill the store has every acknowledged blob, and whole blobs alone', async () => {
  for (let round = 0; round < sizeOf({ short: 2, soak: 20 }); round += 1) {
    const child = startWriter()
    let printed = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += chunk
      if (printed.split('\n').length > 10 + 7 * round) child.kill('SIGKILL')
    }
    await child.exited
    const acknowledged = printed.split('\n').slice(0, -1)
    expect(acknowledged.length).toBeGreaterThanOrEqual(10)
    expect(openedFiles()).toEqual(expect.arrayContaining(acknowledged))
  }
})

test.each(diskKinds)(
  'a full disk of %s fails a blob, leaves no part of it, and takes it when there is space',
  async (kind) => {
    const disk = mountSmallDisk(import.meta.path, kind, 20)
    if (disk === undefined) return
    try {
      const blobs = openBlobs({ s3: undefined, dataDir: disk.folder, log: silentLog })
      const stored = await blobs.put(Buffer.from('hello'))
      const large = Buffer.alloc(200_000, 'a')
      disk.fill(100_000)
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await blobs.put(large).catch((error) => error)).toMatchObject({ key: 'blobs_unavailable' })
      expect(readdirSync(join(disk.folder, 'blobs', 'unfinished'))).toEqual([])
      expect(await blobs.get(stored)).toEqual(new Uint8Array(Buffer.from('hello')))

      disk.free()
      expect(await blobs.get(await blobs.put(large))).toEqual(new Uint8Array(large))
    } finally {
      disk.remove()
    }
  },
)
