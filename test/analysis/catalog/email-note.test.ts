import { expect, test } from 'bun:test'
import { checkCatalog } from '../../../src/analysis/catalog/check-catalog.ts'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { noteStatesEmailStored, withEmailNote } from '../../../src/analysis/catalog/publish-catalog.ts'

const emailStored = 'Your e-mail address is kept with the report until it is deleted.'
const withPrivacy = (changes: object) => ({
  ...defaultCatalog,
  privacy: { ...defaultCatalog.privacy, ...changes },
})
const noteOf = (sendsMail: boolean, changes: object) =>
  withEmailNote(withPrivacy(changes), { sendsMail }).privacy.note.slice(defaultCatalog.privacy.note.length)

test('the note describes what this server does with an address, and nothing else', () => {
  expect(noteOf(false, { emailStored })).toBe(` ${emailStored}`)
  expect(noteOf(false, {})).toContain('is not used, stored, shown or logged')
  for (const changes of [{}, { emailStored }])
    expect(noteOf(true, changes)).toContain('is used once, to send you the links; it is not stored')
})

test('an address counts as stored only where the published note states it', () => {
  const said = (sendsMail: boolean, changes: object) =>
    noteStatesEmailStored(withEmailNote(withPrivacy(changes), { sendsMail }).privacy)
  expect(said(false, { emailStored })).toBe(true)
  expect([said(true, { emailStored }), said(false, {}), said(true, {})]).toEqual([false, false, false])
  expect(noteStatesEmailStored(withPrivacy({ emailStored }).privacy)).toBe(false)
})

test.each([
  ['note', 'Your e-mail address is not stored.'],
  ['note', 'No email is kept.'],
  ['consent', 'I agree that my E-Mail is stored.'],
  ['emailStored', 'Nothing is kept.'],
])('a catalog whose privacy %s reads %j is refused', (member, text) => {
  const verdict = checkCatalog(withPrivacy({ emailStored, [member]: text }))
  expect('problems' in verdict && verdict.problems.map(({ path }) => path)).toEqual([`/privacy/${member}`])
})

test('the former switch storesEmail is refused', () => {
  expect(checkCatalog(withPrivacy({ storesEmail: true }))).toMatchObject({
    problems: [{ path: '/privacy/storesEmail' }],
  })
})

test('a sentence about kept addresses is accepted', () => {
  expect(checkCatalog(withPrivacy({ emailStored }))).toHaveProperty('catalog')
})
