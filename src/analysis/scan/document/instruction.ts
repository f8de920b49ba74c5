import { phraseLine } from '../../text/phrases.ts'

const textMax = 2000
/** Maximum number of words between the verb and its object. */
const reachMax = 6

const words = (list: string) => new Set(list.split(/\s+/))

const verbs = words(
  `ignore ignores ignoring disregard forget override bypass neglect ignoriere ignorieren vergiss vergessen missachte
  ignorez ignorer oubliez oublie ignora ignorar olvida olvide ignorare dimentica dimenticate negeer vergeet esqueca
  zignoruj glem glom`,
)
const objects = words(
  `instruction instructions prompt prompts guardrails directives anweisung anweisungen instructies consignes
  instrucciones istruzioni instrucoes instrukcje`,
)
/** Ordinary words, which count only with a word that refers back: "forget the rules" may be an advertisement. */
const plainObjects = words('rules guidelines context text regeln vorgaben regels regles reglas regole regras')
const backwards = words(
  `previous prior above earlier preceding foregoing vorherigen vorige vorigen bisherigen obigen precedentes
  anteriores anterior precedenti eerdere poprzednie`,
)
const phrases = [
  'system prompt',
  'you are now a',
  'you are now an',
  'you are now in',
  'you are an ai',
  'you are a helpful assistant',
  'you are a language model',
  'if you are an ai',
  'if you are a language model',
  'if you are an llm',
  'if you are a bot',
  'if you are an assistant',
  'to any ai',
  'to all ai',
  'note to ai',
  'attention ai',
  'ai assistants must',
  'ai agents must',
  'ai models must',
  'language models must',
  'llms must',
  'as an ai language model',
  'as a language model you',
  'do anything now',
  'respond only with',
  'reply only with',
  'answer only with',
  'du bist jetzt ein',
  'du bist ein sprachmodell',
]
const marks = [
  '<|im_start|>',
  '<|im_end|>',
  '<|system|>',
  '[inst]',
  '<<sys>>',
  '### instruction',
  '###instruction',
  '```',
]
const speakers = ['system:', 'assistant:', 'user:', 'human:']

/**
 * Whether a text addresses a language model instead of a visitor. Such a text never becomes a value and has no other
 * effect. Linear: each word is looked up once.
 */
export function looksLikeInstruction(text: string): boolean {
  const low = text.slice(0, textMax).toLowerCase()
  if (marks.some((mark) => low.includes(mark))) return true
  if (speakers.some((speaker) => low.startsWith(speaker))) return true
  const line = phraseLine(low)
  if (phrases.some((phrase) => line.includes(` ${phrase} `))) return true
  let verbAt = Number.NEGATIVE_INFINITY
  let backAt = Number.NEGATIVE_INFINITY
  for (const [at, word] of line.split(' ').entries()) {
    if (verbs.has(word)) verbAt = at
    if (backwards.has(word)) backAt = at
    if (at - verbAt > reachMax) continue
    if (objects.has(word)) return true
    if (plainObjects.has(word) && backAt > verbAt) return true
  }
  return false
}
