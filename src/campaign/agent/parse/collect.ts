import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Controls, CopyControls, contentCharsMax } from '../../compose/controls.ts'
import { formatIds } from '../../compose/formats.ts'
import { Parameters } from '../request.ts'
import properties from './properties.json'
import type { Setting } from './rules.ts'

const { overlayMode, text, controls, formats } = Parameters.properties
const name = Type.Optional(Type.String())

/** Parameters that a brief can set; the others come from the brand kit and the defaults. */
export const BriefParameters = Type.Object(
  { brandKitId: name, logoUrl: name, baseImageUrl: name, overlayMode, text, controls, formats },
  { additionalProperties: false },
)
export type BriefParameters = Static<typeof BriefParameters>

const limits = new Map([
  ['controls.scale', Controls.properties.scale],
  ['controls.margin', Controls.properties.margin],
  ['controls.opacity', Controls.properties.opacity],
  ['text.fontSize', CopyControls.properties.fontSize.anyOf[1]],
])

/** Builds the parameters; of several values for one the last wins, with a warning. */
export function collect(settings: readonly Setting[], warnings: string[]) {
  const values = new Map<string, Setting>()
  for (const setting of settings) {
    if (setting.isOnly)
      for (const one of values.values())
        if (one.path.startsWith('formats.') && one.path !== setting.path && !one.isOnly)
          set(values, { ...one, value: 'excluded', isWeak: false }, warnings)
    set(values, setting, warnings)
  }
  const membersOf = (group: string) => {
    const members = [...values.values()].filter(({ path }) => path.startsWith(group))
    return members.map(({ path, value }): [string, Setting['value']] => [path.slice(group.length), value])
  }
  const groupOf = (group: string) => {
    const members = membersOf(`${group}.`)
    return members.length > 0 && { [group]: Object.fromEntries(members) }
  }
  const lines = membersOf('copy.').map(([, line]) => line)
  if (lines.length > 0 || values.has('noCopy'))
    values.set('text.content', { path: 'text.content', value: cut(lines.join('\n'), warnings) })
  const asked = formatsOf(values, warnings)
  const parameters = Value.Parse(BriefParameters, {
    ...Object.fromEntries(membersOf('')),
    ...groupOf('text'),
    ...groupOf('controls'),
    ...(asked.length > 0 && { formats: asked }),
  })
  return { parameters, noLogo: values.has('noLogo') }
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

function cut(content: string, warnings: string[]): string {
  if (content.length <= contentCharsMax) return content
  warnings.push(`Cut text.content to ${contentCharsMax} characters: the brief has ${content.length}`)
  const segments = [...new Intl.Segmenter().segment(content.slice(0, contentCharsMax + 1))]
  return content.slice(0, segments.findLast(({ index }) => index <= contentCharsMax)?.index)
}

/** The requested formats; if formats are only excluded, all others. */
function formatsOf(values: ReadonlyMap<string, Setting>, warnings: string[]): string[] {
  const having = (how?: string) => formatIds.filter((id) => values.get(`formats.${id}`)?.value === how)
  if (having('asked').length > 0 || having('excluded').length === 0) return having('asked')
  if (having().length === 0) warnings.push('Ignored the formats, as the brief excludes all of them')
  return having()
}
