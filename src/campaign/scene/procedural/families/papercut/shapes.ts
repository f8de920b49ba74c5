import { mix, type Random } from '../../../../numeric/math.ts'
import { gradientNoise } from '../../core/noise.ts'
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

/** A disc. */
export function discOutline(x: number, y: number, radius: number): Outline {
  return `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0Z`
}
