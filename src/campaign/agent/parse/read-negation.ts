import type { InstructionRun } from './instruction-run.ts'
import groups from './kind-groups.json'
import { isAttribute, isBoundary, isOf, isScene, markUsed, type Setting, skip, takePart } from './reading.ts'
import { formatSettings, type Target, targetOf } from './settings-of.ts'

const negatedMax = 12

/**
 * Reads exclusions such as `no logo or text`; `none`, and `no` at the end, exclude the target before them. Attributes of
 * something negated set nothing. Returns the index of the last item read.
 */
export function readNegation({ reading, to, target }: InstructionRun, at: number): number {
  const { items, settings } = reading
  const isAfter = items[at]?.kind === 'none' || isBoundary(items[at + 1])
  const excluded: Setting[] = isAfter && target !== undefined ? [exclusionOf(target)] : []
  let last = at
  for (let place = at + 1; !isAfter && place < Math.min(to, last + negatedMax); place++) {
    const item = items[place]
    const named = item?.kind === 'quote' ? undefined : targetOf(item)
    if (item?.kind === 'format') excluded.push(...formatSettings(item, 'excluded'))
    else if (named !== undefined || item?.kind === 'say') excluded.push(exclusionOf(named ?? 'copy'))
    else if (!isOf(groups.beforeNegated, item)) break
    else continue
    last = place
  }
  const next = items[skip(items, last + 1, 1, groups.afterNegated)]
  if (excluded.length === 0 && (target === undefined || !isAttribute(next))) return at
  if (!isAfter && (isAttribute(next) || isScene(next))) {
    takePart(reading, at)
    return last
  }
  settings.push(...excluded)
  markUsed(items, at, items[last]?.end ?? 0)
  return last
}

function exclusionOf(target: Target): Setting {
  if (target === 'overlay') return { path: 'overlayMode', value: 'none', isWeak: true }
  return { path: target === 'copy' ? 'noCopy' : 'noLogo', value: 'none' }
}
