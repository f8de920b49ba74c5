/** What a price is for, in the words of a price's canonical value; `counted` is for what that has no word for. */
export type PriceUnit =
  | ''
  | 'month'
  | 'year'
  | 'user/month'
  | 'user/year'
  | 'hour'
  | 'day'
  | 'week'
  | 'night'
  | 'person'
  | 'counted'
  | 'item'
  | 'one-time'

type Part = Exclude<PriceUnit, '' | 'user/month' | 'user/year'> | 'user'

const wordsOf: ReadonlyArray<readonly [Part, string]> = [
  ['month', 'mês month months mo mth monat monate mois mes mese maand månad måned miesiąc mies kuukausi kk'],
  ['year', 'year yr annum jahr an année año anno jaar år rok vuosi'],
  [
    'user',
    'user users seat seats member members editor agent nutzer benutzer anwender mitarbeiter utilisateur usuario utente gebruiker användare bruger employee contributor developer',
  ],
  ['hour', 'hour hr h stunde std heure hora ora uur timme time'],
  ['day', 'day tag jour día dia giorno dag'],
  ['week', 'week woche semaine semana settimana vecka'],
  ['night', 'night nacht übernachtung nuit nuitée noche notte natt'],
  [
    'person',
    'person guest gast personne pers persona persoon huésped adult erwachsener kopf head époux conjoint',
  ],
  [
    'counted',
    'square sqm m² m2 qm quadratmeter kilometre kilometer km mile mi word page image photo picture wort seite normseite zeile normzeile bild mot image palabra parola woord session class lesson visit sitzung termin unterrichtsstunde ticket bottle séance sesión seduta sessie',
  ],
  ['item', 'item piece unit stück stk pièce unité pieza unidad pezzo stuk st ea pc'],
]
const partOf = new Map(
  wordsOf.flatMap(([part, words]) => words.split(' ').map((word) => [word, part] as const)),
)

/** Units that need no `per`. */
const alone = new Map<string, Part>(
  (
    [
      ['month', 'monthly mtl monatlich mensuel mensual mensile maandelijks p.m'],
      ['year', 'yearly annually annual jährlich annuel anual jaarlijks p.a'],
      ['hour', 'hourly stündlich'],
      ['night', 'nightly'],
      ['day', 'daily'],
      ['week', 'weekly'],
      ['person', 'pp p.p'],
      ['item', 'each'],
      ['one-time', 'one-time once one-off lifetime einmalig eenmalig'],
    ] as const
  ).flatMap(([part, words]) => words.split(' ').map((word) => [word, part] as const)),
)
/** After these a unit must follow; one that is not known makes the price another kind of number. */
const demanding = new Set('/ per pro je par por'.split(' '))
const suggesting = new Set('a an al au à de im le la pour y und et and p'.split(' '))
const articles = new Set('the le la l der die das den'.split(' '))
/** Tax and footnotes stand between an amount and its unit. */
const skipped = new Set(
  '* ( ) + ex excl incl inkl exkl zzgl plus tax taxes vat mwst ust tva iva btw moms hors ht ttc net netto brutto gst'.split(
    ' ',
  ),
)

const token = /[\p{L}\p{M}]+[²2]?(?:[-.][\p{L}\p{M}]+){0,3}|[/*+()]|\d+/gu
const pause = /[;!?•|–—]|[.:,]\s/
const afterMax = 48

export const patterns = [token, pause]

/**
 * What the words right after an amount say it is for, and where they end. Undefined when it is for something that is
 * no unit of a price list: a kilogram, a gigabyte, an order.
 */
export function unitAfter(text: string, at: number): { unit: PriceUnit; end: number } | undefined {
  const tokens = tokensAfter(text, at)
  const parts: Part[] = []
  let end = at
  for (let index = 0; index < tokens.length; index++) {
    const { word, end: wordEnd } = tokens[index] ?? { word: '', end: at }
    const own = alone.get(word)
    if (own !== undefined) {
      parts.push(own)
      end = wordEnd
    } else if (demanding.has(word) || suggesting.has(word)) {
      const next = articles.has(tokens[index + 1]?.word ?? '') ? index + 2 : index + 1
      const part = partOf.get(tokens[next]?.word ?? '')
      if (part === undefined)
        return demanding.has(word) && parts.length === 0 ? undefined : { unit: unitOf(parts), end }
      parts.push(part)
      end = tokens[next]?.end ?? wordEnd
      index = next
    } else if (!skipped.has(word)) break
  }
  return { unit: unitOf(parts), end }
}

/** Units that stand before an amount: `pro Nacht ab 98 €`, `Stundensatz: 120 €`, `一泊 22,000円`. */
const rates = new Map<string, Part>([
  ...alone,
  ['stundensatz', 'hour'],
  ['stundenhonorar', 'hour'],
  ['tagessatz', 'day'],
  ['monatsbeitrag', 'month'],
  ['monatspreis', 'month'],
  ['jahresbeitrag', 'year'],
  ['一泊', 'night'],
  ['一泊二食付', 'night'],
  ['お一人様一泊二食付', 'night'],
  ['月額', 'month'],
  ['年額', 'year'],
])
const rateWords = new Set(
  'rate fee price from ab only just nur ca starting at honorar preis prix tarif desde da is beträgt'.split(
    ' ',
  ),
)
const beforeMax = 32

/** The unit that the words right before an amount give it; '' when they give none. */
export function unitBefore(text: string, at: number): PriceUnit {
  const from = Math.max(0, at - beforeMax)
  const before = text.slice(from, at)
  const clause = before.slice(
    Math.max(...['. ', '; ', ', ', '• ', '| '].map((mark) => before.lastIndexOf(mark))) + 1,
  )
  const words = [...clause.matchAll(token)].map(([word]) => word.toLowerCase())
  while (rateWords.has(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  const rate = rates.get(last)
  if (rate !== undefined) return unitOf([rate])
  const part = partOf.get(last)
  const bringer = words.at(-2) ?? ''
  return part !== undefined && demanding.has(bringer) ? unitOf([part]) : ''
}

function tokensAfter(text: string, at: number): Array<{ word: string; end: number }> {
  const tokens: Array<{ word: string; end: number }> = []
  let last = at
  for (const match of text.slice(at, at + afterMax).matchAll(token)) {
    const start = at + match.index
    const gap = text.slice(last, start)
    // `zzgl. MwSt.` and `mtl. ` are abbreviations, after which the sentence goes on.
    const abbreviated = gap.startsWith('. ') && skipped.has(tokens.at(-1)?.word ?? '')
    if (pause.test(gap) && !abbreviated) break
    last = start + match[0].length
    tokens.push({ word: match[0].toLowerCase(), end: last })
  }
  return tokens
}

function unitOf(parts: readonly Part[]): PriceUnit {
  const [first] = parts
  if (parts.includes('user')) return parts.includes('year') ? 'user/year' : 'user/month'
  return first === undefined || first === 'user' ? '' : first
}
