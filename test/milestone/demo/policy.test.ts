import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultTerms, readPolicyFile, termsProblem } from '../../../src/milestone/demo/policy.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-policy-'))
const file = join(folder, 'policy.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readPolicyFile(file)
}

function refusalOf(content: unknown): string {
  try {
    read(content)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('The file was taken')
}

test('what a policy file leaves out is as by default', () => {
  expect(read({})).toEqual(defaultTerms)
  expect(
    read({ warmUpPeriod: 60, minBondWei: '7', quorumBpsMin: 1, stakeMinWei: '90000000000000000000' }),
  ).toEqual({
    ...defaultTerms,
    warmUpPeriod: 60,
    minBondWei: 7n,
    policy: { ...defaultTerms.policy, quorumBpsMin: 1, stakeMin: 90n * 10n ** 18n },
  })
})

test.each([
  ['votingPeriodMin', 1, 2 ** 32 - 1],
  ['challengePeriodMin', 1, 2 ** 32 - 1],
  ['arbitrationPeriodMin', 1, 2 ** 32 - 1],
  ['deadlineMax', 1, 2 ** 32 - 1],
  ['pausePeriod', 1, 2 ** 32 - 1],
  ['unbondingPeriod', 1, 2 ** 32 - 1],
  ['warmUpPeriod', 1, 2 ** 32 - 1],
  ['quorumBpsMin', 1, 10_000],
  ['feeBpsMax', 0, 1_000],
  ['slashBpsMin', 1, 10_000],
  ['slashBpsMax', 1, 10_000],
  ['abstentionBps', 0, 100],
  ['minVotersMin', 1, 255],
])('%s is taken from %d to %d and refused outside', (name, min, max) => {
  for (const value of [min, max]) expect(() => read({ [name]: value })).not.toThrow()
  for (const value of [min - 1, max + 1, 1.5, '1', null])
    expect(refusalOf({ [name]: value })).toMatch(
      new RegExp(`^Cannot use the policy file ".*policy.json":\nCannot use ${name}: .*current value is `),
    )
})

test('every problem of a file is listed, and a file that is not JSON is refused in one line', () => {
  const refusal = refusalOf({ quorumBpsMin: 0, stakeMinWei: '0', votingperiodMin: 5 })
  expect(refusal.split('\n').map((line) => line.split(':')[0])).toEqual([
    `Cannot use the policy file "${file}"`,
    'Cannot use votingperiodMin',
    'Cannot use quorumBpsMin',
    'Cannot use stakeMinWei',
  ])
  expect(refusalOf('{')).toMatch(/^Cannot read the policy file ".*" as it must be a JSON file: .*$/)
  expect(refusalOf([])).toContain('Cannot use its content')
})

const { policy } = defaultTerms
test.each([
  ['windows of unbonding', { unbondingPeriod: 4 * 86_400 }, undefined],
  [
    'windows of a second more than unbonding',
    { unbondingPeriod: 4 * 86_400 - 1 },
    'votingPeriodMin, challengePeriodMin and arbitrationPeriodMin must sum to unbondingPeriod (345599) at most: they sum to 345600',
  ],
  ['one slash share for all', { policy: { ...policy, slashBpsMin: 5_000 } }, undefined],
  [
    'a slash floor above its ceiling',
    { policy: { ...policy, slashBpsMin: 5_001 } },
    'slashBpsMin must be slashBpsMax (5000) at most: it is 5001',
  ],
])('terms with %s', (_, change, problem) => {
  expect(termsProblem({ ...defaultTerms, ...change })).toBe(problem)
})
