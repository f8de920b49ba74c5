import type { AppError } from '../../kernel/runtime/app-error.ts'
import { campaignError, type PartLength } from '../errors.ts'
import { arrangeCopy, inksOf } from './arrange-copy.ts'
import { partNames } from './copy/parts.ts'
import { faceOf, type Setting } from './judge-layout.ts'
import { type Layout, Misfit, orMisfit } from './layouts/layout.ts'

/** The error of a copy that fits none of the layouts: which parts are too long alone, and by how much. */
export async function tooLong(setting: Setting, candidates: readonly Layout[]): Promise<AppError> {
  const { parts } = setting
  const alone: PartLength[] = []
  for (const part of partNames) {
    if (parts[part] === undefined) continue
    const letters = await excessAlone({ ...setting, parts: { [part]: parts[part] } }, candidates)
    if (letters > 0) alone.push({ part, letters: Number.isFinite(letters) ? letters : undefined })
  }
  const lengths = partNames.map((part) => ({ part, letters: parts[part]?.length ?? 0 }))
  return campaignError(
    'copy_too_long',
    alone,
    lengths.toSorted((a, b) => b.letters - a.letters).slice(0, longestCount),
  )
}

/** How many parts an error names where all of them together are too long. */
const longestCount = 3

const excessOf = ({ excess }: Misfit) => excess ?? Number.POSITIVE_INFINITY

/** How many letters a copy of one part has too many in the worst format of the layout with most room; 0 where it fits. */
async function excessAlone(setting: Setting, candidates: readonly Layout[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (const layout of candidates) {
    const [ground] = layout.grounds
    if (ground === undefined) continue
    let worst = 0
    for (const format of setting.request.formats) {
      const { request, parts, typesetter } = setting
      const [inks, face, logo] = [inksOf(request, ground), faceOf(setting, layout), request.logos[0]]
      const misfit = await orMisfit(
        arrangeCopy(typesetter, parts, { ...request, layout, inks, face, format, logo }),
      )
      if (misfit instanceof Misfit) worst = Math.max(worst, excessOf(misfit))
      if (worst >= least) break
    }
    least = Math.min(least, worst)
    if (least === 0) break
  }
  return least
}
