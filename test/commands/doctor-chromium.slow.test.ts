import { describe, expect, test } from 'bun:test'
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import { chromiumCheck } from '../../src/commands/doctor/chromium.ts'
import { skipWithoutChromium } from '../support/chromium.ts'

describe.skipIf(skipWithoutChromium(import.meta.path))('with a browser that can be confined', () => {
  test('the doctor reports its version, its working sandbox, and the limits of all browsers', async () => {
    expect(await chromiumCheck(undefined).run()).toEqual({
      state: 'ok',
      detail: expect.stringMatching(
        /^\w+\/\d+\.\S+ at \/.+, confined by its sandbox; at most [12] at a time, \d+ MB together$/,
      ),
    })
    expect(await chromiumCheck(findChromium()).run()).toMatchObject({ state: 'ok' })
  })
})

test('a browser that does not run is a problem with its reason', async () => {
  expect(await chromiumCheck('/bin/false').run()).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('"/bin/false" cannot be used'),
  })
})
