import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Controls, CopyControls, contentCharsMax, overlayModes } from '../../compose/controls.ts'
import { formatIds } from '../../compose/formats.ts'
import type { Setting } from './rules.ts'

/** Parameters that a brief can set; the others come from the brand kit and the defaults. */
export const BriefParameters = Type.Object(
  {
    brandKitId: Type.Optional(Type.String()),
    logoUrl: Type.Optional(Type.String()),
    baseImageUrl: Type.Optional(Type.String()),
    overlayMode: Type.Optional(Type.Union(overlayModes.map((mode) => Type.Literal(mode)))),
    text: Type.Optional(CopyControls),
    controls: Type.Optional(Controls),
    formats: Type.Optional(Type.Array(Type.Union(formatIds.map((id) => Type.Literal(id))))),
  },
  { additionalProperties: false },
)
export type BriefParameters = Static<typeof BriefParameters>

const limits = new Map([
  ['controls.scale', Controls.properties.scale],
  ['controls.margin', Controls.properties.margin],
  ['controls.opacity', Controls.properties.opacity],
  ['text.fontSize', CopyControls.properties.fontSize.anyOf[1]],
])
/** Exclusions in a brief, and the parameters that they cancel. */
const exclusions = [
  {
    path: 'noLogo',
    what: 'the logo',
    isOf: (path: string) => path === 'logoUrl' || path.startsWith('controls.'),
  },
  { path: 'noCopy', what: 'the copy', isOf: (path: string) => path.startsWith('copy.') },
]

/** Builds the parameters; of several values for one the last wins, with a warning. */
export function collect(settings: readonly Setting[], warnings: string[]) {
  const values = new Map<string, Setting>()
  for (const setting of settings) {
    if (setting.isOnly) for (const one of othersThan(setting, values)) set(values, one, warnings)
    set(values, limited(setting, warnings), warnings)
  }
  const membersOf = (prefix: string) =>
    [...values].flatMap(([path, { value }]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), value] as const] : [],
    )
  const lines = membersOf('copy.').map(([, line]) => line)
  if (lines.length > 0 || values.has('noCopy'))
    values.set('text.content', { path: 'text.content', value: cut(lines.join('\n'), warnings) })
  const groups = {
    text: Object.fromEntries(membersOf('text.')),
    controls: Object.fromEntries(membersOf('controls.')),
    formats: formatsOf(values, warnings),
  }
  const parameters = Value.Parse(BriefParameters, {
    ...Object.fromEntries(membersOf('').filter(([path]) => path in BriefParameters.properties)),
    ...Object.fromEntries(Object.entries(groups).filter(([, members]) => Object.keys(members).length > 0)),
  })
  return { parameters, noLogo: values.has('noLogo') }
}

function set(values: Map<string, Setting>, setting: Setting, warnings: string[]): void {
  const { path, value, isWeak } = setting
  const before = values.get(path)
  if (before !== undefined && isWeak) return
  if (before !== undefined && !before.isWeak && before.value !== value)
    warnings.push(`Used "${value}" for ${path}, as it comes after "${before.value}"`)
  for (const { path: exclusion, what, isOf } of exclusions) {
    const dropped = path === exclusion ? [...values.keys()].filter(isOf) : []
    for (const one of dropped) values.delete(one)
    if (dropped.length > 0)
      warnings.push(`Left out ${what}, as the brief excludes it after instructions for it`)
    if (isOf(path) && values.delete(exclusion))
      warnings.push(`Kept ${what}, as the brief has instructions for it after excluding it`)
  }
  values.set(path, setting)
}

/** Formats that an earlier part requested, to be replaced by an exclusive one. */
function othersThan({ path }: Setting, values: ReadonlyMap<string, Setting>): Setting[] {
  const others = formatIds.map((format) => values.get(`formats.${format}`))
  return others.flatMap((one) =>
    one === undefined || one.path === path || one.isOnly || one.value === 'excluded'
      ? []
      : [{ ...one, value: 'excluded', isWeak: false }],
  )
}

function limited(setting: Setting, warnings: string[]): Setting {
  const { minimum = 0, maximum = 1 } = limits.get(setting.path) ?? {}
  if (typeof setting.value === 'string') return setting
  const value = Math.min(maximum, Math.max(minimum, setting.value))
  if (value !== setting.value)
    warnings.push(`Limited ${setting.path} to ${value}: the brief has ${setting.value}`)
  return { ...setting, value }
}

function cut(content: string, warnings: string[]): string {
  if (content.length <= contentCharsMax) return content
  warnings.push(`Cut text.content to ${contentCharsMax} characters: the brief has ${content.length}`)
  const segments = [...new Intl.Segmenter().segment(content.slice(0, contentCharsMax + 1))]
  return content.slice(0, segments.findLast(({ index }) => index <= contentCharsMax)?.index)
}

/** The requested formats; if formats are only excluded, all others. */
function formatsOf(values: ReadonlyMap<string, Setting>, warnings: string[]): string[] {
  const isValue = (value: string | undefined) => (format: string) =>
    values.get(`formats.${format}`)?.value === value
  const asked = formatIds.filter(isValue('asked'))
  if (asked.length > 0 || !formatIds.some(isValue('excluded'))) return asked
  const others = formatIds.filter(isValue(undefined))
  if (others.length === 0) warnings.push('Ignored the formats, as the brief excludes all of them')
  return others
}
