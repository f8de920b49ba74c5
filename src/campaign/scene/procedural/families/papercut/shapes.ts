import { mix, type Random } from '../../../../numeric/math.ts'
import { gradientNoise, type Noise } from '../../core/noise.ts'
import type { Frame } from '../family.ts'

/** A sheet of paper as SVG path data in pixels, filled by the even-odd rule. */
export type Outline = string

const n = (value: number) => value.toFixed(1)

/** Ridges that rise towards the eye, far ones first. */
export function hillOutlines(random: Random, frame: Frame, count: number): Outline[] {
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
    return `${line.join('')}L${n(frame.width + 9)} ${n(frame.height + 9)}Z`
  })
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
