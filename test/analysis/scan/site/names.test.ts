import { describe, expect, test } from 'bun:test'
import { isPersonName, personKey } from '../../../../src/analysis/scan/facts/people/person-names.ts'
import { isRole } from '../../../../src/analysis/scan/facts/people/roles.ts'
import { cleanName, hasLegalForm, nameKey } from '../../../../src/analysis/scan/site/company-names.ts'
import { nameWithForm } from '../../../../src/analysis/scan/site/legal-names.ts'
import { titleParts } from '../../../../src/analysis/scan/site/name-mentions.ts'
import { resembles } from '../../../../src/analysis/scan/site/site-name.ts'
import rows from './names.rows.json'

test.each(rows.keys as [string, string][])('the key of %s is %s', (name, key) => {
  expect(nameKey(name)).toBe(key)
})

test.each([
  ['Firma: Nordlicht Segel GmbH, Kiel', 'Nordlicht Segel GmbH'],
  ['© 2024 Tidewise, Inc. All rights reserved', undefined],
  ['Calder Optics Ltd is registered in Scotland', 'Calder Optics Ltd'],
  ['SARL Boulangerie Marchal', undefined],
  ['We are a GmbH', undefined],
  ['die nordlicht GmbH', undefined],
  ['Oehlen & Partner Steuerberatungsgesellschaft mbH', 'Oehlen & Partner Steuerberatungsgesellschaft mbH'],
  ['Restaurant Zum Anker Inh. Uwe Hansen e.K.', 'Restaurant Zum Anker Inh. Uwe Hansen e.K.'],
  ['Verein Seeblick e. V.', 'Verein Seeblick e. V.'],
  ['LATARNIA Sp. z o.o.', 'LATARNIA Sp. z o.o.'],
  ['At Nordlicht Segel GmbH we sew sails', 'Nordlicht Segel GmbH'],
  ['At Nordlicht Segel, CIO Services means', undefined],
  ['Sailors Trust CIO', 'Sailors Trust CIO'],
  ['Postadress: Sten & Trä i Falun AB, Storgatan 5', 'Sten & Trä i Falun AB'],
])('the legal name in “%s” is %s', (text, name) => {
  expect(nameWithForm(text)).toBe(name)
})

test('a legal form is distinguished from a word that looks like one', () => {
  expect(hasLegalForm('Nordlicht AG')).toBe(true)
  expect(hasLegalForm('Am Kai 7')).toBe(false)
})

test('a title is cut at its separators', () => {
  expect(titleParts('Segel – nach Maß | Nordlicht Segel')).toEqual(['Segel', 'nach Maß', 'Nordlicht Segel'])
})

test.each(rows.notNames as [string][])('%s is not a name', (text) => {
  expect(cleanName(text)).toBeUndefined()
})

test.each(rows.handles as [string, string, boolean][])(
  '%s and %s belong together: %p',
  (name, handle, verdict) => {
    expect(resembles(name, handle)).toBe(verdict)
  },
)

describe('names of persons', () => {
  test.each(rows.forms)('%s is one', (text) => {
    expect(isPersonName(text)).toBe(true)
  })
  test.each(rows.noForms)('%s is none', (text) => {
    expect(isPersonName(text)).toBe(false)
  })
  test('titles make no other person', () => {
    expect(personKey('Dr. Henrike Brandt')).toBe(personKey('Henrike Brandt, LL.M.'))
  })
})

test.each([
  ['Head of Customer Success', true],
  ['Rechtsanwältin und Notarin', true],
  ['Directrice de la publication', true],
  ['Kommunedirektør', true],
  ['We love what we do. Every day.', false],
  ['Free shipping', false],
])('%s is a role: %p', (text, verdict) => {
  expect(isRole(text)).toBe(verdict)
})
