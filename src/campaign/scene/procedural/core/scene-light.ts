import {
  type Color,
  colorOf,
  colorOfLab,
  hueDistance,
  leanHue,
  type Oklch,
  oklabOf,
  oklchOf,
} from '../../../numeric/color.ts'
import { clamp, clamp01, createRandom, mix, pickOf } from '../../../numeric/math.ts'
import type { ScenePlan } from '../families/family.ts'
import moodTable from './moods.json' with { type: 'json' }
import seasonTable from './seasons.json' with { type: 'json' }
import timeTable from './times.json' with { type: 'json' }

/** Light and colours of a plan; the source of every family's colours. */
export interface SceneLight {
  /** From the zenith (0) to the horizon (1). */
  sky: readonly Stop[]
  /** The sun or the moon and what it lights. */
  sun: Oklch
  /** The lit side of high clouds. */
  cloud: Oklch
  /** What lies in shadow: cooler and less saturated than what is lit, never grey. */
  shade: Oklch
  /** Strength of direct light: 1 by day, 0.42 by night. */
  power: number
  /** 0 at the horizon, 1 at the top of the sky, more when it stands above the picture. */
  sunHeight: number
  /** Multiplies a family's own haze; 1 is ordinary. */
  haze: number
  /** The first colour of the palette, or one of the season. */
  main: Oklch
  /** The second colour of the palette, or one that goes with the first. */
  accent: Oklch
  /** For `Finish`. */
  contrast: number
  /** 0 is still, 1 is wild: waves, density, tilt. */
  energy: number
  isNight: boolean
  /**
   * Bends a colour of nature to mood, season and palette.
   * @param share how far the hue leans to the first colour of a palette; without a palette it stays
   */
  tint(color: Oklch, share: number): Oklch
}

/** The supported moods; any other mood gives a neutral picture. */
export const moods: readonly string[] = Object.keys(moodTable)

export function sceneLight(plan: ScenePlan): SceneLight {
  const random = createRandom(plan.seed, 'light')
  const time = timeTable[plan.timeOfDay]
  const season = seasonTable[plan.season]
  const mood = moodOf(plan.mood)
  const natural = pickOf(time.skies, random.next())
  const seasonal = pickOf(season.colors, random.next())
  const isNight = plan.timeOfDay === 'night'
  const horizon = natural.sky.at(-1) ?? natural.shade
  const kit = distinctHues(plan.palette)
  const choice = random.next()
  const main = kit[0] ? soften(kit[0]) : adjust(seasonal.main)
  const accent = kit[1] ? soften(kit[1]) : kit[0] ? companionOf(main, choice) : adjust(seasonal.accent)

  function adjust(color: Oklch): Oklch {
    const seasonal = leanHue(color, season.pull.h, season.pull.share)
    const { l, c, h } = leanHue(seasonal, mood.pull.h, mood.pull.share)
    return {
      // Extremes keep their place: mood and season move midtones.
      l: clamp01(l + (season.lightness + mood.lightness) * clamp(4 * l * (1.1 - l), 0, 1)),
      c: c * season.chroma * mood.chroma,
      h,
    }
  }
  /** A colour of the brand keeps its hue; season and mood change only how strong and how light it is. */
  function soften({ l, c, h }: Oklch): Oklch {
    return {
      l: clamp01(l + season.lightness + mood.lightness),
      c: c * (season.chroma * mood.chroma) ** 0.7,
      h,
    }
  }
  const steer = (color: Oklch, hue: number, share: number) =>
    kit.length === 0 ? color : leanHue(color, hue, share)
  const tint = (color: Oklch, share: number) => steer(adjust(color), main.h, share)

  return {
    // The zenith takes the first colour, the horizon leans to the second and keeps most of its natural warmth.
    sky: natural.sky.map((stop) => {
      const high = tint(stop, (isNight ? 0.8 : 0.62) * skyShare(main))
      return { at: stop.at, ...steer(high, accent.h, stop.at * stop.at * 0.35 * skyShare(accent)) }
    }),
    sun: steer(adjust(natural.sun), accent.h, 0.25),
    cloud: steer(tint(isNight ? { ...time.cloud, h: horizon.h } : time.cloud, 0.2), accent.h, 0.2),
    // Pulled by the palette alone: a cool shade that leans to a warm mood would turn grey.
    shade: { ...steer(natural.shade, main.h, 0.5), l: adjust(natural.shade).l },
    power: time.power,
    sunHeight: mix(time.sunHeight[0] ?? 0, time.sunHeight[1] ?? 1, random.next()),
    haze: time.haze * season.haze * mood.haze,
    main,
    accent,
    contrast: mood.contrast,
    energy: mood.energy,
    isNight,
    tint,
  }
}

/** Skies take little of a green: they would look toxic. */
const skyShare = ({ h }: Oklch) => (h > 95 && h < 205 ? 0.3 : 1)

interface Mood {
  energy: number
  chroma: number
  contrast: number
  lightness: number
  haze: number
  pull: { h: number; share: number }
}

const neutral: Mood = {
  energy: 0.5,
  chroma: 1,
  contrast: 0.06,
  lightness: 0,
  haze: 1,
  pull: { h: 0, share: 0 },
}

function moodOf(mood: string): Mood {
  const known: Readonly<Record<string, Mood>> = moodTable
  return Object.hasOwn(known, mood) ? (known[mood] ?? neutral) : neutral
}

/** The colours of a palette that have a hue, without near repeats. */
function distinctHues(palette: readonly string[]): Oklch[] {
  const colors: Oklch[] = []
  for (const color of palette.map(oklchOf)) {
    const isNew = colors.every((other) => hueDistance(color.h, other.h) > 15)
    if (color.c > 0.03 && isNew) colors.push(color)
  }
  return colors
}

/** A neighbour or the complement of a lone brand colour. */
function companionOf({ l, c, h }: Oklch, choice: number): Oklch {
  const turn = choice < 0.4 ? 32 : choice < 0.8 ? -32 : 170
  return { l: clamp(l + (l > 0.6 ? -0.12 : 0.14), 0.3, 0.85), c: c * 0.9, h: (h + turn + 360) % 360 }
}

/** Below this chroma a colour counts as white, grey or black. */
export const greyChroma = 0.03

/**
 * The light of a plan for cloth. A scene's light leaves out greys, which have no hue to steer by; cloth takes them as they
 * are: a palette that starts with white gives white cloth and its first hue the accent.
 */
export function surfaceLight(plan: ScenePlan): SceneLight {
  const light = sceneLight(plan)
  const colors = plan.palette.map(oklchOf)
  const [first] = colors
  if (!first || first.c > greyChroma) return light
  const hasHue = colors.some(({ c }) => c > greyChroma)
  return { ...light, main: first, accent: hasHue ? light.main : first }
}

/** A colour of a ramp at a position from 0 to 1. */
interface Stop extends Oklch {
  at: number
}

/** 1,024 colours in linear light, three numbers each; see `rampIndex`. */
export type Ramp = Float32Array

const entries = 1024

/**
 * A smooth run through colours: each is mapped into sRGB once, then a Catmull-Rom curve joins them in OKLab,
 * which leaves no visible edge at a stop.
 * @param stops ordered by position, at least one
 */
export function createRamp(stops: readonly Stop[]): Ramp {
  const ramp = new Float32Array(entries * 3)
  const labs = stops.map((stop) => oklabOf(colorOf(stop)))
  const labAt = (i: number) => labs[Math.min(labs.length - 1, Math.max(0, i))] ?? { l: 0, a: 0, b: 0 }

  for (let i = 0, segment = 0; i < entries; i++) {
    const position = i / (entries - 1)
    while (segment < stops.length - 2 && position > (stops[segment + 1]?.at ?? 1)) segment++
    const start = stops[segment]?.at ?? 0
    const end = stops[segment + 1]?.at ?? 1
    const t = Math.min(1, Math.max(0, (position - start) / (end - start || 1)))
    const [p, q, r, s] = [labAt(segment - 1), labAt(segment), labAt(segment + 1), labAt(segment + 2)]
    const color = colorOfLab({
      l: catmullRom(p.l, q.l, r.l, s.l, t),
      a: catmullRom(p.a, q.a, r.a, s.a, t),
      b: catmullRom(p.b, q.b, r.b, s.b, t),
    })
    ramp[i * 3] = Math.max(0, color.r)
    ramp[i * 3 + 1] = Math.max(0, color.g)
    ramp[i * 3 + 2] = Math.max(0, color.b)
  }
  return ramp
}

/** Where the red of a position lies in the table; green and blue follow. Positions outside 0 to 1 take the ends. */
export function rampIndex(position: number): number {
  const i = (position * (entries - 1) + 0.5) | 0
  return (i < 0 ? 0 : i >= entries ? entries - 1 : i) * 3
}

export function readRamp(ramp: Ramp, position: number, into: Color): void {
  const i = rampIndex(position)
  into.r = ramp[i] ?? 0
  into.g = ramp[i + 1] ?? 0
  into.b = ramp[i + 2] ?? 0
}

function catmullRom(p: number, q: number, r: number, s: number, t: number): number {
  return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
}
