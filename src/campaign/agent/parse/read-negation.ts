import groups from './kind-groups.json'
import type { Run } from './read-instructions.ts'
import { isAttribute, isBoundary, isOf, isScene, markUsed, type Setting, skip } from './reading.ts'
import { formatSettings, type Target, targetOf } from './settings-of.ts'
import { takePart } from './take-part.ts'

const negatedMax = 12

/**
 * Reads what `no` excludes, such as `no logo or text`; `none`, and `no` at the end, exclude what is named before them.
 * What is said of something negated can set nothing. Returns the place of the last item read.
 */
export function readNegation({ reading, to, target }: Run, at: number): number {
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
