import { clamp, mix, type Random } from '../../../../numeric/math.ts'

/** A box of a building; lengths in units, x from the centre of the picture, heights above the shore. */
export interface Tier {
  left: number
  right: number
  base: number
  /** Of the middle of the roof. */
  top: number
  /** How much the roof falls from left to right; 0 is flat. */
  fall: number
}

export interface Building {
  tiers: readonly Tier[]
  /** A mast on the roof: its foot, its tip, half its width at the foot. */
  mast?: { x: number; base: number; top: number; halfWidth: number }
  facade: 'grid' | 'bands' | 'ribs'
  /** Height of a storey and width of a bay. */
  storey: number
  bay: number
  /** Multiplies the brightness of the walls. */
  tone: number
  /** -1 cool, 1 warm. */
  warmth: number
  /** Multiplies the share of lit windows. */
  life: number
  /** Of its windows. */
  seed: number
}

export interface CityLayer {
  /** 0 is the farthest, 1 the nearest. */
  nearness: number
  buildings: readonly Building[]
}

const layerCount = 4

/**
 * Layers of a city from far to near. Heights gather around one place, so that the sky beside it stays free.
 * @param focusX where the towers gather, in units from the centre
 * @param scale of all heights: below 1 where a wide picture has little sky
 */
export function createCity(random: Random, focusX: number, scale: number): CityLayer[] {
  return Array.from({ length: layerCount }, (_, index) => {
    const nearness = index / (layerCount - 1)
    const stream = random.fork(`layer ${index}`)
    const focus = focusX + stream.range(-0.1, 0.1)
    const buildings: Building[] = []
    let x = -1.15 + stream.range(0, 0.05)
    while (x < 1.15) {
      const width = stream.range(0.026, 0.07) * mix(0.72, 1.12, nearness)
      const gather = Math.exp(-(((x + width / 2 - focus) / 0.27) ** 2))
      const low = mix(0.075, 0.03, nearness) + stream.range(0.005, 0.06)
      const high = gather * stream.range(0.03, 0.27) * mix(1, 0.72, nearness)
      buildings.push(createBuilding(stream, { x, width, height: (low + high) * scale, nearness }))
      x +=
        width +
        (stream.next() < 0.3 ? stream.range(0.004, 0.03) * (1.2 - gather) : stream.range(-0.008, 0.001))
    }
    if (index === 1 || index === 2) {
      const width = stream.range(0.05, 0.062)
      const height = (stream.range(0.34, 0.4) - index * 0.05) * scale
      buildings.push(createTower(stream, { x: focus - width / 2, width, height, nearness }))
    }
    return { nearness, buildings }
  })
}

interface Plot {
  x: number
  width: number
  height: number
  nearness: number
}

function createBuilding(random: Random, { x, width, height, nearness }: Plot): Building {
  const shape = random.pick(['slab', 'slab', 'step', 'step', 'slant', 'notch'])
  const right = x + width
  const tiers: Tier[] = []
  const add = (from: number, to: number, base: number, top: number, fall = 0) =>
    tiers.push({ left: from, right: to, base, top, fall })

  if (shape === 'slant' && height > 0.09)
    add(x, right, 0, height, random.pick([-1, 1]) * width * random.range(0.3, 0.8))
  else if (shape === 'step' && height > 0.07) {
    const steps = random.int(2, 3)
    for (let i = 0; i < steps; i++) {
      const inset = width * 0.15 * i
      const base = i === 0 ? 0 : height * mix(0.62, 0.86, (i - 1) / 2)
      add(x + inset, right - inset, base, i === steps - 1 ? height : height * mix(0.62, 0.86, i / 2))
    }
  } else if (shape === 'notch' && height > 0.07) {
    const cut = width * random.range(0.35, 0.6)
    const lower = height * random.range(0.8, 0.93)
    const isLeft = random.next() < 0.5
    add(x, right, 0, lower)
    add(isLeft ? x : x + cut, isLeft ? right - cut : right, lower, height)
  } else {
    const inset = width * random.range(0.2, 0.36)
    add(x, right, 0, height)
    if (height > 0.06) add(x + inset, right - inset, height, height + 0.008)
  }
  const building = dress(random, tiers, nearness)
  const last = tiers.at(-1)
  if (last?.fall !== 0 || height < 0.14 || random.next() < 0.62) return building
  return { ...building, mast: mastOn(last, random.range(0.02, 0.05), 0.0012) }
}

/** A landmark: tapering tiers under a long spire. */
function createTower(random: Random, { x, width, height, nearness }: Plot): Building {
  const shares = [0, 0.52, 0.78, 0.92, 1]
  const tiers = shares.slice(1).map((share, i) => ({
    left: x + width * 0.1 * i,
    right: x + width * (1 - 0.1 * i),
    base: height * (shares[i] ?? 0),
    top: height * share,
    fall: 0,
  }))
  const building = dress(random, tiers, nearness)
  const last = tiers.at(-1)
  return last ? { ...building, facade: 'ribs', mast: mastOn(last, height * 0.2, 0.0024) } : building
}

function mastOn({ left, right, top }: Tier, length: number, halfWidth: number) {
  return { x: (left + right) / 2, base: top, top: top + length, halfWidth }
}

function dress(random: Random, tiers: readonly Tier[], nearness: number): Building {
  const size = mix(0.72, 1, nearness)
  return {
    tiers,
    facade: random.pick(['grid', 'grid', 'bands', 'ribs']),
    storey: random.range(0.0052, 0.0068) * size,
    bay: random.range(0.0042, 0.0066) * size,
    tone: random.range(0.82, 1.2),
    warmth: random.range(-1, 1),
    life: clamp(0.75 + random.gauss() * 0.5, 0.15, 1.6),
    seed: random.int(0, 2 ** 31),
  }
}
