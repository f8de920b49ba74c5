import { campaignError } from '../errors.ts'
import { type ProcessLimits, runLimitedChild } from '../sandbox/limited-child.ts'
import { type CheckedFont, type FontFacts, fontType } from './checked-font.ts'
import { fontLimits } from './font-limits.ts'

/** The hidden first argument with which this program checks one font and ends. */
export const checkFontWord = '__check-font'

export type CheckAnswer = { facts: FontFacts } | { refused: { state: string; need: string } }

const processLimits: ProcessLimits = { cpuSeconds: 10, memoryBytes: 768 * 1024 * 1024, seconds: 60 }

/**
 * Checks a font in a process of its own, which is ended when it takes too long or too much memory.
 * @throws font_too_large, font_unsupported, font_rejected
 */
export async function checkUntrustedFont(
  bytes: Uint8Array,
  limits: ProcessLimits = processLimits,
): Promise<CheckedFont> {
  if (bytes.length > fontLimits.bytesMax) throw campaignError('font_too_large', fontLimits.bytesMax)
  fontType(bytes)
  const { output, exitCode, isKilled } = await runLimitedChild([checkFontWord], bytes, limits)
  const end = output.indexOf(0x0a)
  if (exitCode !== 0 || end === -1) {
    const state = isKilled ? 'takes too much time or memory to read' : 'cannot be read'
    throw campaignError('font_rejected', state, 'send an intact font, or a subset of it')
  }
  const answer: CheckAnswer = JSON.parse(new TextDecoder().decode(output.subarray(0, end)))
  if ('refused' in answer) throw campaignError('font_rejected', answer.refused.state, answer.refused.need)
  return { facts: answer.facts, sfnt: output.slice(end + 1) }
}
