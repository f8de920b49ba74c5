/** A badge in the parts that are set in different sizes, from top to bottom; without one it is empty. */
export interface BadgeParts {
  before: string
  main: string
  after: string
}

const languages = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ar']
const weekdays = namesOf('weekday', 7)
export const isMonth = namesOf('month', 12)

const ordinal = `(?:st|nd|rd|th|er|[.ºª])?`
const day = String.raw`\d{1,2}${ordinal}(?:\s?[–&+/-]\s?\d{1,2}${ordinal})?`
const word = String.raw`[\p{L}\p{M}]+\.?`
const gap = String.raw`(?:\s*[,·•|]\s*|\s+)`
const month = String.raw`(?:(?:de|of)\s+)?(?<month>${word})`
const dated = new RegExp(
  String.raw`^(?:(?<weekday>${word}(?:\s?[–&+/-]\s?${word})?)${gap})?(?<days>${day})\s?(?<named>${month}(?:,?\s(?:de\s)?\d{4})?)(?:(?<gap>\s*[,·•|]\s*|\s+[–-]\s+|\s+)(?<rest>.+))?$`,
  'iu',
)
const dayAndMonth = new RegExp(String.raw`(?<!\p{N})${day}\s?${month}`, 'giu')
const clock = String.raw`\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:[ap]\.?m\.?|h|uhr))?`
const time = new RegExp(
  String.raw`^(?=.*(?:[:.h]\d\d|\dh|\s?[ap]\.?m|\sh$|uhr))(?:(?:at|from|um|ab|à|dès|a las|desde las|alle|às|@)\s?)?${clock}(?:\s?[–-]\s?${clock})?$`,
  'iu',
)

/** From one full hour to another. */
const hours = /^(?:1?\d|2[0-4])\s?[–-]\s?(?:1?\d|2[0-4])$/

/**
 * A date with weekday, day, month, and a time or a place, in this order: the day is the main part, with the month between a
 * weekday and a time. Undefined where any of the text is not recognized.
 */
export function splitDate(text: string): BadgeParts | undefined {
  const { weekday = '', days, named, month = '', gap = '', rest = '' } = dated.exec(text.trim())?.groups ?? {}
  if (days === undefined || named === undefined || !isMonth(month)) return undefined
  const isPlace = /[,·•|]/.test(gap) && !/\p{N}/u.test(rest)
  if (!weekday.split(/[\s–&+/-]+/).every((name) => name === '' || weekdays(name))) return undefined
  const isHours = /[,·•|]/.test(gap) && hours.test(rest)
  if (rest !== '' && !time.test(rest) && !isHours && !isPlace) return undefined
  if (weekday !== '' && rest !== '') return { before: weekday, main: `${days} ${named}`, after: rest }
  return { before: weekday, main: days, after: rest === '' ? named : `${named}\n${rest}` }
}

/** Whether a text has a day with its month. */
export const isDate = (text: string) =>
  /\d{1,2}月\d{1,2}日/.test(text) ||
  [...text.matchAll(dayAndMonth)].some(({ groups }) => isMonth(groups?.['month'] ?? ''))

/** Has the names of all languages, and their abbreviations. */
function namesOf(unit: 'weekday' | 'month', count: number): (name: string) => boolean {
  const named = (style: 'long' | 'short') =>
    languages.flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { [unit]: style, timeZone: 'UTC' })
      // January 2024 begins with a Monday.
      return Array.from({ length: count }, (_, index) =>
        fold(format.format(unit === 'month' ? Date.UTC(2024, index) : Date.UTC(2024, 0, index + 1))),
      )
    })
  const [long, short] = [named('long'), new Set(named('short'))]
  return (name) => {
    const folded = fold(name)
    return short.has(folded) || (folded.length >= 3 && long.some((one) => one.startsWith(folded)))
  }
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}|\.$/gu, '')
    .toLowerCase()
}
