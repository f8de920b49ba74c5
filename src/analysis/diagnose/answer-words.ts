import { normalWords } from '../text/normal-words.ts'

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

const listOf = (words: string) => new Set(words.split(/\s+/))

const stopWords = listOf(
  `a an the our my your his her its their ours we us i me you he she they them it too so very really quite rather still
  also always often usually sometimes already is are was were be been being am do does did have has had of to for in on
  at by from with and or that as can could will would should may might must there here some any into`,
)
const denials = listOf(
  `no not never none nobody nothing neither nor without dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt wont
  cannot cant couldnt`,
)
const unable = listOf('cannot cant couldnt')
/** After a denial: “not enough”, “not sure” and the like state a problem. */
const complaints = listOf(
  `enough sure know understand trust see forecast predict manage keep handle find track tell control able get getting
  clear happy satisfied reach cope follow`,
)
const matters = listOf('problem problems issue issues concern concerns trouble worry challenge topic pain')
/** After a denial: “not needed”, “no longer” and the like state that there is no problem. */
const waivers = listOf('need want care longer interested')
const intensifiers = listOf('only just merely')
const contrasts = listOf('but however although though whereas while because except instead')

const parted = /[.;:!?,\n]|\b(?:but|however|although|though|whereas|while|because|except|instead)\b/i
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
