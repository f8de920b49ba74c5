import { type ProposeDeps, proposalsOf, spansOf } from '../../kernel/llm/proposals.ts'
import { ChosenWords } from '../compose/controls.ts'
import { type PartName, partNames } from '../compose/copy/parts.ts'
import { notContent } from './collect.ts'
import { internal } from './lines.ts'
import { isAboutPicture, isRequest } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { isNotCopy } from './sentence-forms.ts'
import { lengthOf } from './sentences.ts'
import type { Piece } from './take-offer.ts'
import { capitalized, isFree, isOpen, overlaps, type Span, takeAs } from './take-part.ts'

/** Longer ones might not fit into any layout. */
const charsMax: Readonly<Record<PartName, number>> = {
  eyebrow: 40,
  badge: 26,
  headline: 52,
  subline: 300,
  cta: 30,
  legal: 80,
}
const briefCharsMax = 4_000
const outputTokensMax = 600
const instructions = `The data has the "brief" of an advertisement and the "parts" of its copy that are to be chosen. Choose words of the brief that readers of the advertisement should see: "headline" (its message, at most ${charsMax.headline} characters), "subline" (what explains the message, one object per sentence or clause), "eyebrow" (whose or what it is, at most ${charsMax.eyebrow}), "badge" (a price, a percentage or a date, at most ${charsMax.badge}), "cta" (a call such as "Book now", at most ${charsMax.cta}), "legal" (a condition, at most ${charsMax.legal}). Leave out what is said to the designer: what the picture shows, its look, sizes and places. Answer with one JSON array of objects {"part", "text"}, at most 12. The text is copied from the brief, word for word. Leave out parts that the brief has no words for; without any answer [].`

/** Lets a language model choose words of a brief as parts of its copy. They are unchecked: `takeChosen` checks them. */
export function chooseCopy(
  { brief, parts, caller }: { brief: string; parts: readonly PartName[]; caller: string },
  deps: ProposeDeps,
): Promise<ChosenWords[]> {
  const data = { brief: brief.slice(0, briefCharsMax), parts }
  return proposalsOf(ChosenWords, { caller, instructions, data, outputTokensMax }, deps)
}

export const hasHeadline = ({ settings }: Brief) =>
  settings.some(({ path }) => path.startsWith('copy.') && notContent.every((part) => path !== `copy.${part}`))

const nameOf = (part: PartName) => (part === 'cta' ? 'action' : part)
/** The parts of the copy that a brief does not name. */
export const unnamedParts = (brief: Brief): PartName[] =>
  partNames.filter((part) => (part === 'headline' ? !hasHeadline(brief) : isFree(brief, nameOf(part))))

/** Sets the parts that the request names and the brief does not. */
export function nameParts(brief: Brief): void {
  const { named = {}, settings } = brief
  if (settings.some(({ path }) => path === 'noCopy')) return
  for (const part of unnamedParts(brief))
    if (named[part] !== undefined) settings.push({ path: `copy.${nameOf(part)}`, value: named[part] })
}

/**
 * Makes the words that a language model chose the parts of the copy that a brief does not name. They count only where the
 * brief has them, apart from each other, from what it names and from its instructions, and none without a headline.
 * @returns the pieces of the subline, in the order of the brief
 */
export function takeChosen(brief: Brief, unnamed: readonly PartName[]): Piece[] {
  const { text, warnings, words = [] } = brief
  const pieces: Piece[] = []
  for (const { part, text: each } of words.toSorted(headlineFirst)) {
    const isPiece = part === 'subline'
    const isTaken = !isPiece && brief.chosen.some((one) => one.part === part)
    const span = isTaken || !unnamed.includes(part) ? undefined : placeOf(brief, part, each)
    if (span === undefined || (part !== 'headline' && brief.chosen.length === 0)) continue
    const said = text.slice(span.start, span.end).replace(/\s+/g, ' ')
    brief.chosen.push({ part, text: said, ...span })
    if (isPiece) {
      pieces.push({ text: said, start: span.start })
      brief.taken.push({ path: 'copy.subline', ...span })
    } else takeAs(brief, `copy.${nameOf(part)}`, span, capitalized(said.replace(/(?<=\p{L})[.,;:]$/u, '')))
  }
  const chosen = brief.chosen.map(({ part, text: said }) => `${part} "${said}"`).join(', ')
  if (chosen !== '')
    warnings.push(`A language model chose these words of the brief: ${chosen}. Send \`text\` for other ones`)
  return pieces.toSorted((one, other) => one.start - other.start)
}

const headlineFirst = (one: ChosenWords, other: ChosenWords) =>
  Number(other.part === 'headline') - Number(one.part === 'headline')

/** Where a brief has words that may be a part of its copy. */
function placeOf(brief: Brief, part: PartName, words: string): Span | undefined {
  const { text, items, unrecognized, chosen } = brief
  const isUnfit = [isRequest, isAboutPicture, isNotCopy, (each: string) => internal.test(each)]
  if (lengthOf(words) > charsMax[part] || isUnfit.some((test) => test(words))) return undefined
  const instructions = items.filter((item) => is(item, 'written'))
  const closed = [...instructions, ...unrecognized, ...chosen]
  // A model writes a capital where a part begins.
  return [words, words.charAt(0).toLowerCase() + words.slice(1)]
    .flatMap((each) => spansOf(each, text))
    .find((span) => isOpen(items, span) && !closed.some((one) => overlaps(one, span)))
}
