import { mix, type Random } from '../../../../numeric/math.ts'
import { gradientNoise, type Noise } from '../../core/noise.ts'
import type { Frame, ScenePlan } from '../family.ts'

/** A sheet of paper as SVG path data in pixels, filled by the even-odd rule. */
export type Outline = string

const n = (value: number) => value.toFixed(1)

/** Ridges that rise towards the eye, far ones first; some carry trees of the season. */
export function hillOutlines(
  random: Random,
  frame: Frame,
  season: ScenePlan['season'],
  count: number,
): Outline[] {
  const noise = gradientNoise(random)
  const valley = random.range(-0.15, 0.15)
  return Array.from({ length: count }, (_, sheet) => {
    const stream = random.fork(`sheet ${sheet}`)
    const nearness = sheet / (count - 1)
    const base = mix(0.46, 0.93, nearness ** 0.92) * frame.height
    const height = mix(0.1, 0.075, nearness) * frame.unit
    const seed = stream.range(0, 200)
    const pace = mix(2.3, 1.3, nearness)
    const crest = (x: number) => {
      const across = (x - frame.width / 2) / frame.unit
      const roll =
        noise(across * pace + seed, sheet * 9.1) * 0.8 +
        noise(across * pace * 2.3 + seed, sheet * 9.1 + 4) * 0.26
      // Slopes rise towards the sides: the valley between them is where the eye rests.
      const bank = (across - valley) ** 2 * mix(0.05, 0.3, nearness)
      return base - height * roll - bank * frame.unit
    }
    const line: string[] = [`M-9 ${n(frame.height + 9)}`]
    for (let x = -8; x <= frame.width + 8; x += 4) line.push(`L${x} ${n(crest(x))}`)
    const trees = sheet > 0 && sheet < count - 1 ? plantTrees(stream, frame, season, crest, nearness) : ''
    return `${line.join('')}L${n(frame.width + 9)} ${n(frame.height + 9)}Z${trees}`
  })
}

function plantTrees(
  random: Random,
  frame: Frame,
  season: ScenePlan['season'],
  crest: (x: number) => number,
  nearness: number,
): string {
  const trees: string[] = []
  const size = mix(0.035, 0.1, nearness) * frame.unit
  const groves = random.int(1, 2)
  for (let grove = 0; grove < groves; grove++) {
    const middle = frame.width / 2 + random.pick([-1, 1]) * random.range(0.16, 0.5) * frame.unit
    const count = random.int(2, 5)
    for (let i = 0; i < count; i++) {
      const x = middle + (i - count / 2) * size * random.range(0.5, 0.8)
      const height = size * random.range(0.65, 1.2)
      trees.push(
        season === 'winter' || (season === 'autumn' && grove === 1)
          ? pine(x, crest(x) + 3, height)
          : crown(x, crest(x) + 3, height, season === 'summer' ? 0.24 : 0.36),
      )
    }
  }
  return trees.join('')
}

function pine(x: number, y: number, height: number): string {
  const tiers = 4
  const left: string[] = []
  const right: string[] = []
  for (let i = 0; i < tiers; i++) {
    const top = y - height * (1 - (i * 0.8) / tiers)
    const bottom = top + (height * 1.15) / tiers
    const half = height * (0.09 + 0.07 * i)
    right.push(`L${n(x + half)} ${n(bottom)}L${n(x + half * 0.45)} ${n(bottom - height * 0.02)}`)
    left.unshift(`L${n(x - half * 0.45)} ${n(bottom - height * 0.02)}L${n(x - half)} ${n(bottom)}`)
  }
  const trunk = `L${n(x + height * 0.035)} ${n(y)}L${n(x - height * 0.035)} ${n(y)}`
  return `M${n(x)} ${n(y - height)}${right.join('')}${trunk}${left.join('')}Z`
}

/** A round tree on a thin trunk; `breadth` is half of its width as a fraction of its height. */
function crown(x: number, y: number, height: number, breadth: number): string {
  const half = height * breadth
  const middle = y - height * 0.62
  const reach = height * 0.38
  const k = 0.5523
  return (
    `M${n(x - height * 0.022)} ${n(y)}V${n(middle)}H${n(x + height * 0.022)}V${n(y)}Z` +
    `M${n(x)} ${n(middle - reach)}C${n(x + half * k)} ${n(middle - reach)} ${n(x + half)} ${n(middle - reach * k)} ${n(x + half)} ${n(middle)}` +
    `C${n(x + half)} ${n(middle + reach * k)} ${n(x + half * k)} ${n(middle + reach)} ${n(x)} ${n(middle + reach)}` +
    `C${n(x - half * k)} ${n(middle + reach)} ${n(x - half)} ${n(middle + reach * k)} ${n(x - half)} ${n(middle)}` +
    `C${n(x - half)} ${n(middle - reach * k)} ${n(x - half * k)} ${n(middle - reach)} ${n(x)} ${n(middle - reach)}Z`
  )
}

/** Sheets with a hole, the deepest first: rings of an opening that winds down. */
export function caveOutlines(
  random: Random,
  frame: Frame,
  count: number,
  center: { x: number; y: number },
): Outline[] {
  const noise = gradientNoise(random)
  const seed = random.range(0, 200)
  return Array.from({ length: count }, (_, sheet) => {
    const height = sheet / (count - 1)
    const radius = mix(0.24, 0.66, height ** 1.05)
    const aspect = mix(1, frame.width / frame.height, 0.62)
    const hole: string[] = []
    const steps = 220
    for (let i = 0; i < steps; i++) {
      const angle = (i / steps) * 2 * Math.PI
      const ux = Math.cos(angle)
      const uy = Math.sin(angle)
      // Neighbouring sheets are cut alike: the third axis of the noise is the depth.
      const drift = height * 0.75
      const wave =
        noise(ux * 0.95 + seed + drift, uy * 0.95 + drift) * 0.6 +
        noise(ux * 2 + seed, uy * 2 + 31 + drift * 2.2) * 0.2
      const reach = radius * (1 + wave * 0.75) * frame.unit
      hole.push(
        `${i === 0 ? 'M' : 'L'}${n(center.x + ux * reach * Math.sqrt(aspect))} ${n(center.y + (uy * reach) / Math.sqrt(aspect))}`,
      )
    }
    return `M-9 -9H${frame.width + 9}V${frame.height + 9}H-9Z${hole.join('')}Z`
  })
}

/** Waves that come in from two opposite corners, the lowest sheets first; the diagonal between them stays free. */
export function waveOutlines(random: Random, frame: Frame, count: number, rise: number): Outline[] {
  const noise = gradientNoise(random)
  const perCorner = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, sheet) => {
    const isLower = sheet % 2 === 0
    const step = Math.floor(sheet / 2)
    const seed = (isLower ? 20 : 90) + step * 0.32
    return isLower
      ? waveFrom(noise, frame, { rise, direction: 1, reach: mix(0.16, 0.62, step / perCorner), seed })
      : waveFrom(noise, frame, { rise, direction: -1, reach: mix(0.24, 0.66, step / perCorner), seed })
  })
}

interface Wave {
  /** 1 when the diagonal rises to the right, -1 when it falls. */
  rise: number
  /** 1 fills the part below the line, -1 the part above. */
  direction: number
  /** Distance of the line from the centre, in halves of the picture's height. */
  reach: number
  seed: number
}

function waveFrom(noise: Noise, frame: Frame, { rise, direction, reach, seed }: Wave): Outline {
  const line: string[] = []
  for (let x = -12; x <= frame.width + 12; x += 4) {
    const across = (x - frame.width / 2) / frame.unit
    const roll =
      noise(across * 1.35 + seed, seed * 1.7) * 0.2 + noise(across * 2.8 + seed, seed * 1.7 + 7) * 0.05
    const y =
      frame.height / 2 +
      direction * reach * frame.height * 0.72 -
      rise * across * 0.42 * frame.unit +
      roll * frame.unit
    line.push(`${line.length === 0 ? 'M' : 'L'}${x} ${n(y)}`)
  }
  const edge = direction > 0 ? frame.height * 2 : -frame.height
  return `${line.join('')}V${n(edge)}H-12Z`
}

export function discOutline(x: number, y: number, radius: number): Outline {
  return `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0Z`
}

/** Flakes or stars as small discs, scattered over the upper part of the picture. */
export function confettiOutline(random: Random, frame: Frame, count: number): Outline {
  const discs: string[] = []
  for (let i = 0; i < count; i++) {
    const x = frame.width / 2 + random.range(-0.75, 0.75) * frame.unit
    const y = random.range(0, 0.62) ** 1.25 * frame.unit
    discs.push(discOutline(x, y, frame.unit * (0.0018 + 0.0042 * random.next() ** 3)))
  }
  return discs.join('')
}

/** A cloud with a flat base and round heaps. */
export function cloudOutline(random: Random, x: number, y: number, width: number): Outline {
  const heaps = random.int(3, 4)
  const parts: string[] = []
  for (let i = 0; i < heaps; i++) {
    const at = (i + 0.5) / heaps
    const radius = width * random.range(0.12, 0.17) * (0.7 + 0.7 * Math.sin(Math.PI * at))
    parts.push(
      `<circle cx="${n(x + (at - 0.5) * width * 0.72)}" cy="${n(y - radius * 0.55)}" r="${n(radius)}"/>`,
    )
  }
  const flat = width * 0.085
  return `<rect x="${n(x - width / 2)}" y="${n(y - flat * 2)}" width="${n(width)}" height="${n(flat * 2)}" rx="${n(flat)}"/>${parts.join('')}`
}
