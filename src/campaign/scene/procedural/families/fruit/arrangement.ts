import type { Random } from '../../../../numeric/random.ts'
import kinds from './kinds.json' with { type: 'json' }
import { type Arrangement, addBowl, addFruit, addHalf, type KindName, type Place } from './pieces.ts'

const loosePlaces: readonly Place[] = [
  { x: -0.36, z: 0.3 },
  { x: 0.52, z: 0.42 },
  { x: 0.2, z: -0.46, isCut: true },
  { x: -0.92, z: -0.32 },
  { x: 1.14, z: -0.2 },
]

/** Three in the bowl and two on them, then beside it. */
const bowlPlaces: readonly Place[] = [
  { x: -0.54, z: 0.68, y: 0.24 },
  { x: 0.2, z: 0.7, y: 0.24 },
  { x: -0.18, z: 0.06, y: 0.26 },
  { x: -0.17, z: 0.48, y: 0.8 },
  { x: 0.98, z: -0.3 },
  { x: 0.36, z: -0.72, isCut: true },
]
const cherryPlaces: readonly Place[] = [
  { x: -0.34, z: -0.98 },
  { x: -0.06, z: -1.1 },
  { x: 1.06, z: -0.98 },
  { x: -1.34, z: -0.9 },
]

/**
 * Sets the table: kinds take turns over the places.
 * @param options.chosen the kinds to show, at least one
 * @param options.side 1, or -1 for the mirrored picture
 */
export function arrangeFruit(
  random: Random,
  { chosen, side, inBowl }: { chosen: readonly KindName[]; side: number; inBowl: boolean },
): Arrangement {
  const arrangement: Arrangement = { pieces: [], blockers: [] }
  const large = chosen.filter((kind) => kind !== 'cherry')
  const mean = large.reduce((sum, kind) => sum + kinds[kind].size, 0) / Math.max(1, large.length)
  // Small fruit is brought closer, so that every picture is filled alike.
  const scale = large.length === 0 ? 1.5 : Math.min(1.3, 0.45 / mean)
  const places = inBowl ? bowlPlaces : loosePlaces
  places.forEach((place, i) => {
    const kind = large[i % large.length] ?? 'cherry'
    const isInBowl = place.y !== undefined
    const own = isInBowl ? 0.37 / kinds[kind].size : scale
    const at = {
      ...place,
      x: side * place.x + random.range(-0.03, 0.03),
      z: place.z + random.range(-0.03, 0.03),
    }
    if (place.isCut && 'inside' in kinds[kind]) addHalf(arrangement, random, { kind, at, scale: own })
    else addFruit(arrangement, random, { kind, at, scale: own, i })
  })
  if (chosen.includes('cherry')) {
    cherryPlaces.forEach((place, i) => {
      addFruit(arrangement, random, {
        kind: 'cherry',
        at: { x: side * place.x, z: place.z },
        scale: 1,
        i: 10 + i,
      })
    })
  }
  if (inBowl) addBowl(arrangement, side)
  return arrangement
}
