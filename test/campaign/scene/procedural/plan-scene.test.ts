import { expect, test } from 'bun:test'
import { moods } from '../../../../src/campaign/scene/procedural/core/scene-light.ts'
import { families } from '../../../../src/campaign/scene/procedural/families/families.ts'
import { planScene, unshownWarning } from '../../../../src/campaign/scene/procedural/plan-scene.ts'
import translations from '../../../../src/campaign/scene/procedural/translations.json'
import words from '../../../../src/campaign/scene/procedural/words.json' with { type: 'json' }
import planBriefs from './plan-briefs.json'

/** Briefs with what their plans must hold; a member that is absent is not compared. */
const briefs = planBriefs.flatMap(
  ([brief, plan]): (readonly [string, { family?: string; mood?: string; unshown?: string[] }])[] =>
    typeof brief === 'string' && typeof plan === 'object' ? [[brief, plan] as const] : [],
)
const seeds = [0, 1, 7, 2 ** 32 - 1]

test.each(briefs)('"%s" is planned as expected', (brief, plan) => {
  expect(planScene({ brief, palette: [], seed: 7 })).toMatchObject(plan)
})

test('a word that names a family decides it under every seed', () => {
  for (const [brief, plan] of briefs) {
    if (plan.family === undefined) continue
    const chosen = seeds.map((seed) => planScene({ brief, palette: [], seed }).family)
    expect(new Set(chosen)).toEqual(new Set([plan.family]))
  }
})

test('the seed alone decides a brief without a word that fits, and the same seed decides the same', () => {
  const planOf = (seed: number) => planScene({ brief: 'Our brand campaign', palette: [], seed })
  const chosen = Array.from({ length: 40 }, (_, seed) => planOf(seed).family)
  expect(chosen).toEqual(Array.from({ length: 40 }, (_, seed) => planOf(seed).family))
  expect(new Set(chosen)).toEqual(new Set(words.generalFamilies))
})

test('colours of the brief come before those of the kit, each once', () => {
  const { palette } = planScene({ brief: 'Waves in navy and gold', palette: ['#FF0000', '#14284B'], seed: 1 })
  expect(palette).toEqual(['#14284b', '#cfa349', '#ff0000'])
})

test('a warning names what the picture lacks and how to get it, and is absent when nothing lacks', () => {
  const lacking = planScene({ brief: 'A red bicycle and a kite on the beach', palette: [], seed: 1 })
  expect(unshownWarning(lacking)).toBe(
    'Cannot show a scene of "red bicycle" or "kite" as no image model is configured and no built-in scene draws it: configure an image model, or send `baseImageUrl`',
  )
  expect(unshownWarning(planScene({ brief: 'Waves', palette: [], seed: 1 }))).toBeUndefined()
})

test('the table of words names exactly the registered families and the moods of the light', () => {
  expect(Object.keys(words.families).toSorted()).toEqual(families.map(({ name }) => name).toSorted())
  expect(Object.keys(words.moods).toSorted()).toEqual(moods.toSorted())
  expect(words.generalMoods.filter((mood) => !moods.includes(mood))).toEqual([])
})

test('translations name words of the table, and a word has one meaning in all languages', () => {
  const pairs = Object.values(translations).flatMap((table) =>
    Object.entries<string[]>(table).flatMap(([word, list]) => list.map((other) => [word, other] as const)),
  )
  const english = { ...words, capitalisingWords: [] }
  const known = new Set(JSON.stringify(english).match(/(?<=")[^"]+(?=")/g))
  expect(pairs.filter(([word]) => !known.has(word))).toEqual([])
  expect(pairs.filter(([, other]) => known.has(other))).toEqual([])
  const meanings = new Map(pairs.map(([word, other]) => [other, word]))
  expect(pairs.filter(([word, other]) => meanings.get(other) !== word)).toEqual([])
})
