import { createPhraseFinder } from './phrases.ts'

/** A part of a text, end exclusive. */
export interface Part {
  start: number
  end: number
}

const reachMax = 400

/** The sentence around a place, at most 400 characters to either side. Points inside numbers and names end nothing. */
export function sentenceAt(text: string, at: number): Part {
  const least = Math.max(0, at - reachMax)
  let start = at
  while (start > least && !isBreak(text, start - 1)) start--
  const most = Math.min(text.length, at + reachMax)
  let end = at
  while (end < most && !isBreak(text, end)) end++
  if (end < most) end++
  while (start < end && text[start] === ' ') start++
  return { start, end }
}

function isBreak(text: string, at: number): boolean {
  const mark = text[at] ?? ''
  if (mark === '!' || mark === '?' || mark === ';' || mark === '•' || mark === '·') return true
  if (mark !== '.' && mark !== ':') return false
  const next = text[at + 1]
  return next === undefined || (next === ' ' && !(mark === '.' && isInitial(text, at)))
}

/** `e.g. `, `z. B. `, `ca. ` and `No. ` end no sentence: a single letter or a known short word stands before the point. */
function isInitial(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 6), at)
  const last = before.slice(before.lastIndexOf(' ') + 1).toLowerCase()
  return last.length === 1 || last === 'e.g' || last === 'i.e' || shortWords.has(last)
}

const shortWords = new Set([
  'ca',
  'bzw',
  'no',
  'nr',
  'inkl',
  'zzgl',
  'incl',
  'excl',
  'inc',
  'ltd',
  'dr',
  'mr',
  'mrs',
  'st',
  'u.a',
  'approx',
  'mtl',
  'p.p',
  'pp',
])

const doubts = createPhraseFinder(
  [
    ...[
      'not',
      "don't",
      "doesn't",
      "isn't",
      "aren't",
      "can't",
      "won't",
      'cannot',
      'no longer',
      'no',
      'never',
      'without',
      'neither',
      'nor',
      'unlike',
      'instead of',
      'yet',
    ],
    ...[
      'nicht',
      'kein',
      'keine',
      'keinen',
      'keiner',
      'keinerlei',
      'ohne',
      'statt',
      'noch nicht',
      'niemals',
      'weder',
    ],
    ...[
      'pas',
      'sans',
      'aucun',
      'aucune',
      'jamais',
      'ne',
      'sin',
      'ningún',
      'ninguna',
      'nunca',
      'senza',
      'non',
      'nessun',
      'nessuna',
      'niet',
      'geen',
      'zonder',
      'nooit',
      'todavía',
      'ancora',
    ],
    ...[
      'coming soon',
      'soon',
      'planned',
      'plan to',
      'planning to',
      'plans to',
      'roadmap',
      'in progress',
      'in preparation',
      'upcoming',
      'will',
      "we'll",
      'working towards',
      'working toward',
      'working on',
      'on track',
      'on our way',
      'pursuing',
      'pursue',
      'in the process of',
      'preparing',
      'aim to',
      'aiming',
      'aims to',
      'intend to',
      'expect',
      'expected',
      'expects',
      'target',
      'targeting',
      'by the end of',
      'later this year',
      'next year',
      'this year',
      'under way',
      'underway',
      'ongoing',
      'pending',
      'future',
      'eventually',
      'hope to',
      'hoping to',
      'would',
      'could',
      'might',
      'once we',
      'once our',
      'seeking',
      'working to',
    ],
    ...[
      'geplant',
      'demnächst',
      'in vorbereitung',
      'in kürze',
      'bald',
      'streben',
      'angestrebt',
      'anstreben',
      'werden wir',
      'arbeiten an',
      'arbeiten daran',
      'in arbeit',
      'zukünftig',
      'künftig',
      'vorgesehen',
      'befinden uns',
      'prozess der',
      'wird derzeit',
      'vorbereitet',
    ],
    ...[
      'bientôt',
      'prochainement',
      'prévu',
      'en cours',
      'à venir',
      'prévue',
      'visons',
      'próximamente',
      'pronto',
      'en proceso',
      'en curso',
      'previsto',
      'prossimamente',
      'in arrivo',
      'presto',
      'in corso',
      'binnenkort',
      'gepland',
      'in voorbereiding',
      'wordt gewerkt',
    ],
  ].map((phrase) => [phrase, true] as const),
)

/** Whether a sentence denies something, or only plans it. */
export function isDoubtful(sentence: string): boolean {
  return doubts(sentence).length > 0
}
