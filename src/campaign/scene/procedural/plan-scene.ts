import { createRandom, pickOf } from '../../numeric/math.ts'
import { colorTerms } from './color-terms.ts'
import type { ScenePlan } from './families/family.ts'
import { readBrief, type Term } from './read-brief.ts'
import { directsScene, placesIn, unsaidPhrases, unshownPhrases } from './unshown-phrases.ts'
import type { Meaning } from './word-meanings.ts'
import table from './words.json' with { type: 'json' }

/**
 * Reads a brief into the plan of a procedural scene: words have priority; the seed decides the rest.
 * @param request.brief without the quoted copy; English, and the words that `translations.json` has
 * @param request.palette hex colours of the kit; the colours of the brief go before them
 * @param request.seed unsigned 32-bit
 * @param request.family in place of the one that the brief is read as
 */
export function planScene(request: {
  brief: string
  palette: readonly string[]
  seed: number
  family?: string
}): ScenePlan {
  const { brief, palette, seed } = request
  const terms = readBrief(brief)
  const colors = colorTerms(terms)
  const wanted = terms.filter((term) => !term.isNegated)
  // In "wood-fired", wood is not a thing of the picture.
  const pictures = wanted.filter((term) => !colors.has(term) && brief[term.end] !== '-')
  const random = createRandom(seed, 'plan')

  const named = mostNamed(pictures, familyWeights)
  const family = request.family ?? named ?? pickOf(table.generalFamilies, random.fork('family').next())
  const mood = mostNamed(wanted, ({ moods }) => moods)
  const reading = { brief, terms, colors, family }
  const unshown = unshownPhrases(reading)
  const places = placesIn(reading)
  const subjects = new Set(pictures.flatMap(({ meaning }) => meaning?.subjects.get(family) ?? []))
  return {
    family,
    seed,
    mood: mood ?? pickOf(table.generalMoods, random.fork('mood').next()),
    season: mostNamed(wanted, ({ seasons }) => seasons) ?? random.fork('season').pick(['spring', 'summer']),
    timeOfDay: mostNamed(wanted, ({ times }) => times) ?? random.fork('time').pick(['dawn', 'day', 'dusk']),
    palette: [...new Set([...colors.values(), ...palette].map((color) => color.toLowerCase()))],
    ...(subjects.size > 0 && { subjects: [...subjects] }),
    isFitting:
      named === undefined
        ? unshown.length === 0 && (mood !== undefined || colors.size > 0)
        : places.length > 0 || (unshown.length === 0 && table.abstractFamilies.includes(named)),
    isAsked: directsScene(reading, places),
    unshown,
  }
}

/**
 * One sentence for the caller: what the picture cannot show, and the remedy.
 * @param said the brief, and the copy, which does not ask for a scene
 */
export function unshownWarning(
  { unshown }: ScenePlan,
  said: { brief: string; copy: readonly string[] } = { brief: '', copy: [] },
): string | undefined {
  const wanted = said.copy.length === 0 ? unshown : unsaidPhrases(unshown, said)
  if (wanted.length === 0) return undefined
  const things = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    wanted.map((words) => `"${words}"`),
  )
  return `Cannot show a scene of ${things} as no image model is configured and no built-in scene draws it: configure an image model, or send \`baseImageUrl\``
}

const familyWeights = ({ shownBy, suits }: Meaning) => new Map([...suits, ...shownBy])

/** The name with the greatest sum of weights of different words; of equals, the one that is mentioned first. */
function mostNamed<Name>(
  terms: readonly Term[],
  weightsOf: (meaning: Meaning) => ReadonlyMap<Name, number>,
): Name | undefined {
  const sums = new Map<Name, number>()
  const meanings = new Set(terms.map(({ meaning }) => meaning))
  for (const meaning of meanings) {
    if (!meaning) continue
    for (const [name, weight] of weightsOf(meaning)) sums.set(name, (sums.get(name) ?? 0) + weight)
  }
  let best: Name | undefined
  for (const [name, sum] of sums) {
    if (best === undefined || sum > (sums.get(best) ?? 0)) best = name
  }
  return best
}
