import { afterAll, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheCandidates, openCacheFolder } from '../../../src/kernel/runtime/cache-folder.ts'
import { hasOr } from '../../support/left-out.ts'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-cache-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let place = ''
let cache = ''
beforeEach(() => {
  place = mkdtempSync(join(scratch, 'place-'))
  cache = join(place, 'cairn')
})

const temporary = join(tmpdir(), `cairn-${process.getuid?.()}`)

test.each([
  [{}, [temporary]],
  [{ HOME: '/' }, ['/.cache/cairn', temporary]],
  [{ HOME: '/nonexistent' }, [temporary]],
  [{ HOME: 'relative' }, [temporary]],
  [{ XDG_CACHE_HOME: '/a', HOME: '/' }, ['/a/cairn', '/.cache/cairn', temporary]],
  [{ XDG_CACHE_HOME: 'relative' }, [temporary]],
  [{ XDG_CACHE_HOME: '', HOME: '' }, [temporary]],
])('in the environment %j the candidates are %j', (environment, candidates) => {
  expect(cacheCandidates(environment)).toEqual(candidates)
})

test('a missing folder is created for its owner alone', () => {
  expect(openCacheFolder([cache])).toBe(cache)
  expect(statSync(cache).mode & 0o777).toBe(0o700)
  expect(openCacheFolder([cache])).toBe(cache)
})

test.each([
  ['others can write to it', () => makeFolder(0o777), 'other users can write to it'],
  ['its group can write to it', () => makeFolder(0o770), 'other users can write to it'],
  ['it is a link', () => symlinkSync(place, cache), 'it is a link'],
  ['it is a file', () => writeFileSync(cache, ''), 'EEXIST'],
  ['others can swap it', () => chmodSync(place, 0o777), `other users can write to "${scratch}/place-`],
])('a folder is skipped when %s', (_, spoil, reason) => {
  spoil()
  const other = join(mkdtempSync(join(scratch, 'other-')), 'cairn')
  expect(openCacheFolder([cache, other])).toBe(other)
  expect(() => openCacheFolder([cache])).toThrow(reason)
  expect(() => openCacheFolder([cache])).toThrow('Set XDG_CACHE_HOME to such a folder')
})

test('a parent that others can write to is accepted when it is sticky', () => {
  chmodSync(place, 0o1777)
  expect(openCacheFolder([cache])).toBe(cache)
})

const isRoot = hasOr(process.getuid?.() === 0, {
  file: import.meta.path,
  reason: 'only root can give a file to another user',
  remedy: 'run the tests as root',
})
test.if(isRoot)('a folder of another user, or inside one, is skipped', () => {
  mkdirSync(cache, { mode: 0o700 })
  chownSync(cache, 65534, 65534)
  expect(() => openCacheFolder([cache])).toThrow('it belongs to user 65534')
  chownSync(cache, 0, 0)
  chownSync(place, 65534, 65534)
  expect(() => openCacheFolder([cache])).toThrow('belongs to user 65534')
  expect(existsSync(cache)).toBe(true)
})

/** The mode that a folder is created with is cut by the process's mask. */
function makeFolder(mode: number): void {
  mkdirSync(cache)
  chmodSync(cache, mode)
}
