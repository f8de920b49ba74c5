import { afterEach, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedFile } from '../../../src/kernel/runtime/embedded.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { unpackFile, unpackFolder } from '../../../src/kernel/runtime/unpack.ts'
import { hasOr } from '../../support/left-out.ts'

const script = '#!/bin/sh\necho unpacked\n'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('a copy runs as a program, and is used again as it is', async () => {
  const cache = newFolder()
  const file = embeddedFile(script)
  const path = await unpackFile(cache, 'tool', file)
  expect(Bun.spawnSync([path]).stdout.toString()).toBe('unpacked\n')

  const before = statSync(path)
  expect(await unpackFile(cache, 'tool', file)).toBe(path)
  expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
})

test('only its owner can enter, read or change what is unpacked', async () => {
  const path = await unpackFile(newFolder(), 'tool', embeddedFile(script))
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
})

test.each([
  ['changed in one byte', (path: string) => writeFileSync(path, script.replace('echo', 'ecco'))],
  ['cut short', (path: string) => writeFileSync(path, script.slice(0, 9))],
  ['empty', (path: string) => writeFileSync(path, '')],
  ['not executable', (path: string) => chmodSync(path, 0o600)],
  ['writable for others', (path: string) => chmodSync(path, 0o777)],
  ['a link', (path: string) => relink(path, '/bin/sh')],
  ['a link to nothing', (path: string) => relink(path, '/nowhere')],
  ['gone', (path: string) => rmSync(path)],
])('a copy that is %s is replaced', async (_, spoil) => {
  const cache = newFolder()
  const file = embeddedFile(script)
  const path = await unpackFile(cache, 'tool', file)
  spoil(path)
  expect(await unpackFile(cache, 'tool', file)).toBe(path)
  expect(readFileSync(path, 'utf8')).toBe(script)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(Bun.spawnSync([path]).stdout.toString()).toBe('unpacked\n')
})

const isRoot = hasOr(process.getuid?.() === 0, {
  file: import.meta.path,
  reason: 'only root can give a file to another user',
  remedy: 'run the tests as root',
})
test.if(isRoot)('a copy that belongs to another user is replaced', async () => {
  const cache = newFolder()
  const file = embeddedFile(script)
  const path = await unpackFile(cache, 'tool', file)
  chownSync(path, 65534, 65534)
  await unpackFile(cache, 'tool', file)
  expect(statSync(path).uid).toBe(0)
})

test('many concurrent starts leave one whole copy and no other file', async () => {
  const cache = newFolder()
  const file = embeddedFile(script.padEnd(3_000_000, '#'))
  const paths = await Promise.all(Array.from({ length: 12 }, () => unpackFile(cache, 'tool', file)))
  const [path = ''] = paths
  expect(new Set(paths).size).toBe(1)
  expect(readdirSync(join(path, '..'))).toEqual(['tool'])
  expect(Bun.SHA256.hash(readFileSync(path), 'hex')).toBe(file.sha256)
})

test('files that belong together keep their places, and other contents get another folder', async () => {
  const cache = newFolder()
  const [one, two] = [embeddedFile('one'), embeddedFile('two')]
  const first = await unpackFolder(cache, 'parts', { 'a/one': one, 'b/c/two': two })
  expect(readFileSync(join(first, 'a/one'), 'utf8')).toBe('one')
  expect(readFileSync(join(first, 'b/c/two'), 'utf8')).toBe('two')
  const second = await unpackFolder(cache, 'parts', { 'a/one': two, 'b/c/two': one })
  expect(second).not.toBe(first)
  expect(readdirSync(cache)).toHaveLength(2)
})

test('unpacking removes folders unused for a month, and no younger ones', async () => {
  const cache = newFolder()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [name, days] of [
    ['old-1', 31],
    ['young-1', 29],
  ] as const) {
    mkdirSync(join(cache, name))
    utimesSync(join(cache, name), daysAgo(days), daysAgo(days))
  }
  const file = embeddedFile(script)
  const path = await unpackFile(cache, 'tool', file)
  expect(existsSync(join(cache, 'old-1'))).toBe(false)
  expect(existsSync(join(cache, 'young-1'))).toBe(true)

  const folder = join(path, '..')
  utimesSync(folder, daysAgo(40), daysAgo(40))
  await unpackFile(cache, 'tool', file)
  expect(statSync(folder).mtimeMs).toBeGreaterThan(daysAgo(1).getTime())
})

test('an unusable folder is one sentence that names the setting', async () => {
  const cache = newFolder()
  writeFileSync(join(cache, 'occupied'), '')
  const unpacking = unpackFile(join(cache, 'occupied'), 'tool', embeddedFile(script))
  await expect(unpacking).rejects.toThrow(StartupError)
  await expect(unpacking).rejects.toThrow('set XDG_CACHE_HOME to another folder')
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-unpack-'))
  folders.push(folder)
  return folder
}

/** A file on disk is read like one inside the executable. */
function embeddedFile(text: string): EmbeddedFile {
  const path = join(newFolder(), 'source')
  writeFileSync(path, text)
  return { path, sizeBytes: Buffer.byteLength(text), sha256: Bun.SHA256.hash(text, 'hex') }
}

function relink(path: string, target: string): void {
  rmSync(path)
  symlinkSync(target, path)
}
