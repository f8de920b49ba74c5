import prose from './site-prose.json'

/** The parts of a sentence that says nothing: each opening goes with each subject, and so on. */
interface Stock {
  openings: readonly string[]
  subjects: readonly string[]
  verbs: readonly string[]
  objects: readonly string[]
}

const stocks: Readonly<Record<string, Stock>> = prose

/** One sentence in the language, in English where there is none; safe in every charset. */
export function proseSentence(language: string, random: (below: number) => number): string {
  const { openings, subjects, verbs, objects } = stocks[language] ?? prose.en
  const words = [openings, subjects, verbs, objects].map((list) => list[random(list.length)])
  return `${words.join(' ')}.`.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`)
}
