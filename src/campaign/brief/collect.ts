import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Controls, CopyControls, contentCharsMax } from '../compose/controls.ts'
import { formatIds, sizes } from '../compose/formats.ts'
import { Parameters, SizeList } from '../requests/request.ts'
import properties from './properties.json'
import type { Setting } from './rules.ts'

const { overlayMode, layout, tone, text, controls, formats } = Parameters.properties
const name = Type.Optional(Type.String())

/** Parameters that a brief can set; the others come from the brand kit and the defaults. */
export const BriefParameters = Type.Object(
  {
    brandKitId: name,
    logoUrl: name,
    baseImageUrl: name,
    overlayMode,
    layout,
    tone,
    text,
    controls,
    formats,
  },
  { additionalProperties: false },
)
export type BriefParameters = Static<typeof BriefParameters>

const limits = new Map([
  ['controls.scale', Controls.properties.scale.anyOf[1]],
  ['controls.margin', Controls.properties.margin.anyOf[1]],
  ['controls.opacity', Controls.properties.opacity],
  ['text.fontSize', CopyControls.properties.fontSize.anyOf[1]],
])

const partLimits = new Map(
  Object.entries(CopyControls.properties).flatMap(([name, schema]): [string, number][] =>
    typeof schema['maxLength'] === 'number' ? [[`text.${name}`, schema['maxLength']]] : [],
  ),
)

/** Builds the parameters; of several values for one the last wins, with a warning. */
export function collect(settings: readonly Setting[], warnings: string[]) {
  const values = new Map<string, Setting>()
  for (const setting of settings) {
    if (setting.isOnly)
      for (const one of values.values())
        if (one.path.startsWith('formats.') && one.path !== setting.path && !one.isOnly)
          set(values, { ...one, value: 'excluded', isWeak: false }, warnings)
    // A further text without a name is a further line.
    const isMore = setting.path === 'copy.any' && values.has(setting.path)
    set(values, isMore ? { ...setting, path: `copy.any-${values.size}` } : setting, warnings)
  }
  const membersOf = (group: string) => {
    const members = [...values.values()].filter(({ path }) => path.startsWith(group))
    return members.map(({ path, value }): [string, Setting['value']] => [path.slice(group.length), value])
  }
  const groupOf = (group: string) => {
    const members = membersOf(`${group}.`)
    return members.length > 0 && { [group]: Object.fromEntries(members) }
  }
  const lines = membersOf('copy.').map(([name, line]) => ({ name, line: String(line) }))
  const parts = values.has('noCopy') ? { content: '' } : partsOf(lines)
  for (const [name, text] of Object.entries(parts)) {
    const path = `text.${name}`
    values.set(path, { path, value: cut(path, text, warnings) })
  }
  const asked = formatsOf(values, warnings)
  const usual: readonly unknown[] = formatIds.map((id) => sizes[id][0])
  const sized = membersOf('sizes.').filter(
    ([format, size]) => asked.includes(format) && !usual.includes(size),
  )
  const parameters = Value.Parse(BriefParameters, {
    ...Object.fromEntries(membersOf('')),
    ...groupOf('text'),
    ...groupOf('controls'),
    ...(asked.length > 0 && { formats: asked }),
  })
  const chosen = Value.Parse(SizeList, Object.fromEntries(sized))
  return { parameters, noLogo: values.has('noLogo'), sizes: chosen }
}

function set(values: Map<string, Setting>, setting: Setting, warnings: string[]): void {
  const { path, value: given, isWeak } = setting
  const { minimum = 0, maximum = 1 } = limits.get(path) ?? {}
  const value = typeof given === 'string' ? given : Math.min(maximum, Math.max(minimum, given))
  const before = values.get(path)
  if (before !== undefined && isWeak) return
  if (value !== given) warnings.push(`Limited ${path} to ${value}: the brief has ${given}`)
  if (before !== undefined && !before.isWeak && before.value !== value)
    warnings.push(`Used "${value}" for ${path}, as it comes after "${before.value}"`)
  for (const { exclusion, what, of } of properties.exclusions) {
    const isOf = (one: string) => of.some((start) => one.startsWith(start))
    const dropped = path === exclusion ? [...values.keys()].filter(isOf) : []
    for (const one of dropped) values.delete(one)
    if (dropped.length > 0)
      warnings.push(`Left out ${what}, as the brief excludes it after instructions for it`)
    if (isOf(path) && values.delete(exclusion))
      warnings.push(`Kept ${what}, as the brief has instructions for it after excluding it`)
  }
  values.set(path, { ...setting, value })
}

const namedParts = ['eyebrow', 'headline', 'subline', 'action', 'badge', 'legal']
/** A price or a percentage with at most two words. */
const offer =
  /^(?:\p{L}+ ){0,2}(?:[-−–+]?\s?\d[\d.,]*\s?%|[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[€£])(?: \p{L}+){0,2}$/u

/** Parts and lines beside which a headline may be missing. */
export const notContent = ['action', 'badge', 'eyebrow', 'legal', 'date', 'place']

/**
 * Lines of copy as parts: by what the brief calls them; of the others a date, and an offer beside a headline, is the badge, the
 * first is the headline, and the rest stand under it, beside a place as sentences. A line alone is the whole content.
 */
function partsOf(lines: ReadonlyArray<{ name: string; line: string }>): Record<string, string> {
  const [only] = lines
  if (only === undefined) return {}
  if (lines.length === 1 && only.line !== '' && !notContent.includes(only.name)) return { content: only.line }
  const parts = new Map<string, string>()
  for (const { name, line } of lines)
    if (namedParts.includes(name)) parts.set(name === 'action' ? 'cta' : name, line)
  const others = lines.filter(({ name }) => !namedParts.includes(name))
  const hasPlace = others.some(({ name }) => name === 'place')
  for (const { name, line } of others) {
    const isOffer = lines.length > 1 && offer.test(line) && parts.has('headline')
    const forDate = name === 'date' ? ['badge', 'eyebrow'] : isOffer ? ['badge'] : []
    const free = forDate.find((part) => !parts.has(part))
    const before = parts.get('subline')
    const gap = !hasPlace ? '\n' : /[.!?]$/.test(before ?? '') ? ' ' : '. '
    if (free !== undefined) parts.set(free, line)
    else if (!parts.has('headline') && name !== 'place') parts.set('headline', line)
    else parts.set('subline', [before, line].filter((text) => text !== undefined).join(gap))
  }
  return Object.fromEntries(parts)
}

function cut(path: string, content: string, warnings: string[]): string {
  const maxLength = partLimits.get(path) ?? contentCharsMax
  if (content.length <= maxLength) return content
  warnings.push(`Cut ${path} to ${maxLength} characters: the brief has ${content.length}`)
  const segments = [...new Intl.Segmenter().segment(content.slice(0, maxLength + 1))]
  return content.slice(0, segments.findLast(({ index }) => index <= maxLength)?.index)
}

/** The requested formats; if formats are only excluded, all others. */
function formatsOf(values: ReadonlyMap<string, Setting>, warnings: string[]): string[] {
  const having = (how?: string) => formatIds.filter((id) => values.get(`formats.${id}`)?.value === how)
  if (having('asked').length > 0 || having('excluded').length === 0) return having('asked')
  if (having().length === 0) warnings.push('Ignored the formats, as the brief excludes all of them')
  return having()
}
