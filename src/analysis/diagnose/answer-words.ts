import { normalWords } from '../text/normal-words.ts'
import lists from './answer-words.json'

/** A word of a free-text answer. */
export interface AnswerWord {
  /** Normalized word, or `not` for every word of denial. */
  word: string
  /** A function word, which is ignored in matching. */
  isStopWord: boolean
  /**
   * Scope of a denial. `before`: the rest of its clause. `clause`: the whole clause, as in “is no problem”. `none`: nothing,
   * as what is unknown or impossible is still a problem.
   */
  denies: 'before' | 'clause' | 'none' | undefined
  clause: number
}

const listOf = (words: string) => new Set(words.split(' '))

const stopWords = listOf(lists.stopWords)
const denials = listOf(lists.denials)
const unable = listOf(lists.unable)
/** After a denial: “not enough”, “not sure” and the like state a problem. */
const complaints = listOf(lists.complaints)
const matters = listOf(lists.matters)
/** After a denial: “not needed”, “no longer” and the like state that there is no problem. */
const waivers = listOf(lists.waivers)
const intensifiers = listOf(lists.intensifiers)
const contrasts = listOf(lists.contrasts)

const parted = new RegExp(`[.;:!?,\\n]|\\b(?:${[...contrasts].join('|')})\\b`, 'i')
const sentenceEnds = /(?<![.;:!?])[.;:!?]+(?=\s|$)|\n/
const comma = /,(?=\s)/
const or = /\b(?:n?or)\b/i
const turn = /\bbut\b/i

/** The words of an answer, each with its clause and the scope of its denial. */
export function readAnswerWords(answer: string): AnswerWord[] {
  return clausesOf(answer).flatMap((clause, index) => {
    const words = normalWords(clause)
    return words.map((word, at): AnswerWord => {
      if (!denials.has(word))
        return { word, isStopWord: stopWords.has(word), denies: undefined, clause: index }
      return { word: 'not', isStopWord: false, denies: denialOf(word, nextMatter(words, at)), clause: index }
    })
  })
}

/** Whether a denial may be part of a catalog phrase, as in “no leads”. */
export function mayBelongToPhrase({ denies }: AnswerWord): boolean {
  return denies !== 'clause'
}

function denialOf(word: string, next: string): AnswerWord['denies'] {
  if (matters.has(next) || waivers.has(next)) return 'clause'
  return unable.has(word) || complaints.has(next) || intensifiers.has(next) ? 'none' : 'before'
}

function nextMatter(words: readonly string[], at: number): string {
  for (let next = at + 1; next < words.length; next += 1) {
    const word = words[next] ?? ''
    if (!stopWords.has(word)) return word
  }
  return ''
}

/** Splits at ends of sentences, contrasting conjunctions, and commas, unless these list items of one denial (“no a, b or c”). */
function clausesOf(answer: string): string[] {
  // Most answers are one clause.
  if (!parted.test(answer)) return [answer]
  return answer.split(sentenceEnds).flatMap((sentence) => {
    const isList = or.test(sentence) && !turn.test(sentence)
    return (isList ? [sentence] : sentence.split(comma)).flatMap(splitAtTurns)
  })
}

function splitAtTurns(part: string): string[] {
  const clauses: string[][] = [[]]
  for (const word of part.split(/\s+/)) {
    if (contrasts.has(word.toLowerCase())) clauses.push([])
    clauses.at(-1)?.push(word)
  }
  return clauses.map((words) => words.join(' '))
}
