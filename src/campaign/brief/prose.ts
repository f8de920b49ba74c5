import { isFreeOf } from './about-campaign.ts'
import { askedFor } from './asked-for.ts'
import { lineOf } from './copy-line.ts'
import { form, formsOf } from './forms.ts'
import { clausesOf, isHardFact } from './lines.ts'
import data from './missing-parts.json'
import { assets, wrapperOf } from './picture-requests.ts'
import prose from './prose.json'
import { sentencesOf } from './sentences.ts'
import { capitalized } from './take-part.ts'

/** What a brief in sentences says to readers, and what it asks of them. */
export interface Prose {
  text: string
  /** The words of a button. */
  call?: string
}

/** A brief without what it says to the designer: wishes, goals, looks, and what leads to a message. */
export function sayPlainly(text: string): Prose {
  let call: string | undefined
  let plain = ''
  let from = 0
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end)
    const goal = goalIn(sentence)
    call ??= goal?.call
    const said = goal === undefined ? sentence : goal.rest
    const kept = clausesFor(said)
    if (kept !== '') plain += text.slice(from, start) + kept
    from = end
  }
  return { text: plain + text.slice(from), ...(call !== undefined && { call }) }
}

const spoken = (text: string) => text.replace(/[\s.!?。]+$/u, '')

/** A sentence without the clauses that are said to the designer. */
function clausesFor(sentence: string): string {
  const unwrapped = sentence.replace(form('proseLead'), '')
  const clauses = clausesOf(unwrapped)
  // What asks for the picture leads to what it is for: "Please make a poster for our bake sale".
  const isLed =
    wrapperOf(unwrapped) !== '' ||
    assets.test(
      clauses
        .slice(0, 1)
        .map(({ end }) => unwrapped.slice(0, end))
        .join(''),
    ) ||
    (lineOf(unwrapped, true)?.begin ?? 0) > 0 ||
    askedFor(sentence) !== undefined
  const isTalk = clauses.map(({ start }, at) => {
    const said = spoken(unwrapped.slice(start, clauses[at + 1]?.start)).replace(/,$/u, '')
    const rest = spoken(unwrapped.slice(start))
    return (
      (at > 0 || !isLed) &&
      (form('proseUnwanted').test(rest) || formsOf('proseTalk').some((each) => each.test(said)))
    )
  })
  // A wish goes on to the end of its sentence.
  const first = isTalk.indexOf(true)
  if (first < 0) return capitalizedIf(unwrapped, sentence)
  const said = spoken(unwrapped.slice(0, first === 0 ? 0 : clauses[first - 1]?.end))
  return said === '' ? '' : `${capitalizedIf(said, sentence)}.`
}

const capitalizedIf = (text: string, whole: string) => (text === whole ? text : capitalized(text))

const tableOf = (table: Record<string, readonly string[]>) =>
  new Map(Object.entries(table).flatMap(([call, words]) => words.map((word) => [word, call] as const)))
const places = tableOf({ ...data.askedFor.goals, ...prose.places })
const contact = /\p{L}[.@]\p{L}|\d[\d ()/-]{5,18}\d/u
const conjunctive = tableOf(prose.conjunctive)
const nouns = tableOf(prose.nouns)

interface Goal {
  call: string | undefined
  rest: string
}

/** What a sentence asks readers to do, and what it says beside. */
function goalIn(sentence: string): Goal | undefined {
  for (const each of formsOf('proseGoal')) {
    const match = each.exec(sentence)
    if (match === null) continue
    const { place, verb, object = '', other, noun } = match.groups ?? {}
    const behind = spoken(sentence.slice(match.index + match[0].length)).replace(form('proseJoin'), '')
    // An address or a number belongs to the button.
    if (contact.test(behind)) continue
    const before = spoken(sentence.slice(0, match.index)).replace(/[,;:–-]$/u, '')
    const rest = [before, behind]
      .filter((part, at) => part.trim() !== '' && (at === 0 || isHardFact(part) || isFreeOf(part)))
      .map((part) => `${capitalized(part.trim())}.`)
    const call =
      verb !== undefined
        ? capitalized(
            `${verb}${object}`
              .replace(/ their /gu, ' your ')
              .trim()
              .replace(form('pointing'), ''),
          )
        : (places.get(place?.toLowerCase() ?? '') ??
          conjunctive.get(other?.toLowerCase() ?? '') ??
          nouns.get(noun?.toLowerCase() ?? ''))
    if (call !== undefined) return { call, rest: rest.join(' ') }
  }
  return undefined
}
