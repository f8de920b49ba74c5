import { expect, test } from 'bun:test'
import { social } from '../../../../../src/analysis/scan/facts/contact/social.ts'
import { profileOf } from '../../../../../src/analysis/scan/facts/contact/social-profiles.ts'
import { factsOf, testRows } from '../topic-kit.ts'
import rows from './social.rows.json'

const profiles = rows.profiles as [url: string, value: string][]
const none = rows.none

test.each(profiles)('%s is the profile %s', (url, value) => {
  const profile = profileOf(url, false)
  expect(`${profile?.network}:${profile?.handle}`).toBe(value)
})

test.each(none.map((url) => [url]))('%s is not a profile', (url) => {
  expect(profileOf(url, false)).toBeUndefined()
})

testRows('profiles are read from', social, rows.snippets)

test('people read the profile’s address', () => {
  const html = '<footer><a href="https://www.instagram.com/Nordlicht/">Instagram</a></footer>'
  expect(factsOf(social, { html })[0]?.text).toBe('Profile: https://www.instagram.com/Nordlicht/')
})
