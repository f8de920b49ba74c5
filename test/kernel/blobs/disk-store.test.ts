import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { BlobsUnavailable } from '../../../src/kernel/blobs/blobs.ts'
import { openBlobs } from '../../../src/kernel/blobs/open-blobs.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { createLog, silentLog } from '../../../src/kernel/runtime/log.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { sizeOf } from '../../support/soak.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function newFolder(): string {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-blobs-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const open = (dataDir: string) => openBlobs({ s3: undefined, dataDir, log: silentLog })

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
}

/** Every file has the name of its contents: none is half-written, and nothing is left over. */
function expectWholeBlobs(folder: string): void {
  for (const path of filesBelow(folder)) {
    expect(basename(path)).toBe(Bun.SHA256.hash(readFileSync(path), 'hex'))
  }
}

function startWriter(...args: string[]) {
  const program = join(import.meta.dir, 'blob-writer.ts')
  const child = Bun.spawn([process.execPath, program, ...args], { stdout: 'pipe', stderr: 'inherit' })
  cleanups.push(() => child.kill('SIGKILL'))
  return child
}

test.each([
  ['half-written', 0, 1],
  ['before its name', 0, 1],
  ['after its name', 1, 0],
])('a kill when a blob is %s leaves a whole blob or none', async (moment, named, unfinished) => {
  const folder = newFolder()
  const child = startWriter(folder, moment)
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
  expect(readdirSync(join(folder, 'blobs', 'unfinished'))).toHaveLength(unfinished)
  open(folder)
  expect(filesBelow(folder)).toHaveLength(named)
  expectWholeBlobs(folder)
})

test('every blob that was acknowledged before a kill is there after it, and no other file is', async () => {
  const folder = newFolder()
  for (let round = 0; round < sizeOf({ short: 2, soak: 20 }); round += 1) {
    const child = startWriter(folder)
    let printed = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += chunk
      if (printed.split('\n').length > 10 + 7 * round) child.kill('SIGKILL')
    }
    await child.exited
    const acknowledged = printed.split('\n').slice(0, -1)
    expect(acknowledged.length).toBeGreaterThanOrEqual(10)
    const blobs = open(folder)
    for (const name of acknowledged) expect(await blobs.get(name)).toBeInstanceOf(Uint8Array)
    expectWholeBlobs(folder)
  }
})

test('blobs lie in two levels of folders below the data folder', async () => {
  const folder = newFolder()
  const name = await open(folder).put(Buffer.from('hello'))
  expect(filesBelow(folder)).toEqual([join(folder, 'blobs', '2c', 'f2', name)])
})

test('a folder that cannot be written fails the start with its reason', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'blobs'), 'a file where the folder should be')
  expect(() => open(folder)).toThrow(StartupError)
  expect(() => open(folder)).toThrow(/^Cannot use the folder ".*blobs" for files as it must be writable: E/)
})

test('a write that fails is an answer for later, logged with its reason, and leaves nothing behind', async () => {
  const folder = newFolder()
  let logged = ''
  const log = createLog({
    level: 'error',
    write: (text) => {
      logged += text
    },
  })
  const blobs = openBlobs({ s3: undefined, dataDir: folder, log })
  writeFileSync(join(folder, 'blobs', '2c'), 'a file where a folder should be')
  const error = await blobs.put(Buffer.from('hello')).catch((reason: unknown) => reason)
  if (!(error instanceof BlobsUnavailable)) throw new Error('no error of the store')
  expect(error.message).toBe(
    'Cannot store a file as the file store does not work at the moment: try again later',
  )
  expect(logged).toContain('"operation":"store"')
  expect(logged).toMatch(/ENOTDIR|EEXIST/)
  expect(readdirSync(join(folder, 'blobs', 'unfinished'))).toEqual([])
  expect(existsSync(join(folder, 'blobs', '2c', 'f2'))).toBe(false)
})
