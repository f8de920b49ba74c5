import { expect, test } from 'bun:test'
import { color } from '../../../../../src/analysis/scan/facts/identity/color.ts'
import { factsOf } from '../topic-kit.ts'

test.each([
  ['the theme colour', '<meta name="theme-color" content="#0C2518">', '#0c2518', 'high'],
  ['a short one', '<meta name="theme-color" content="#a3c">', '#aa33cc', 'high'],
  ['a style', '<style>:root{--color-primary: #0b51c2;}</style>', '#0b51c2', 'medium'],
])('a colour is read from %s', (_, html, value, confidence) => {
  expect(factsOf(color, { html }).map((fact) => [fact.value, fact.confidence])).toEqual([[value, confidence]])
})

test.each([
  ['white', '<meta name="theme-color" content="white">'],
  ['black', '<style>:root{--primary:#000}</style>'],
  ['that of a framework', '<style>:root{--primary:#28a745}</style>'],
  ['that of a plugin', '<style>:root{--wp-admin-theme-color:#007cba;--gform-color-primary:#204ce5}</style>'],
  ['what is no colour', '<meta name="theme-color" content="var(--brand)">'],
])('no colour of the company: %s', (_, html) => {
  expect(factsOf(color, { html })).toEqual([])
})
