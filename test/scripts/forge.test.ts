import { expect, test } from 'bun:test'
import wrapper from '@foundry-rs/forge/package.json'
import { forgeTest } from '../../scripts/forge.ts'
import { foundryPackage } from '../../src/kernel/runtime/assets.ts'

const platforms = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const

test('forge is found in the package of every platform that it ships for', () => {
  const named = platforms.map(([platform, arch]) => foundryPackage('forge', platform, arch))
  expect(named.sort()).toEqual(Object.keys(wrapper.optionalDependencies).sort())
})

test('a platform without forge is an error that names the missing package', () => {
  expect(() => forgeTest('/project', 'sunos', 'x64')).toThrow('@foundry-rs/forge-sunos-amd64')
})
