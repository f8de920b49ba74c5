import { expect, test } from 'bun:test'
import { roles } from '../../../../src/campaign/compose/copy/roles.ts'
import {
  measureText,
  type SetText,
  setText,
  type TextStyle,
} from '../../../../src/campaign/compose/copy/set-text.ts'
import { campaignError } from '../../../../src/campaign/errors.ts'
import { createRandom } from '../../../../src/campaign/numeric/math.ts'
import { testSeed } from '../../../support/seed.ts'
import { sizeOf } from '../../../support/soak.ts'
import { fonts } from '../kit.ts'
import naughty from './naughty.json'
import refused from './refused.json'
import samples from './samples.json'

const seed = testSeed(import.meta.file)
const style: TextStyle = { cut: 'sans-800', trackingEm: -0.03, leadingEm: 1 }

async function set(
  text: string,
  { sizePx = 60, widthMax = 900, linesMax = 9 },
  given: TextStyle = style,
): Promise<SetText | undefined> {
  return setText(fonts, await measureText(fonts, text, given), { sizePx, widthMax, linesMax })
}

test.each(samples)('$name is set whole, within its width and its number of lines', async ({ text }) => {
  const widthMax = 900
  const whole = await set(text, { widthMax, sizePx: 30 })
  if (whole === undefined) throw new Error('it was not set')
  expect(
    whole.lines
      .map((line) => line.text)
      .join(' ')
      .replaceAll(' ', ''),
  ).toBe(text.replaceAll(' ', ''))
  expect(whole.width).toBeLessThanOrEqual(widthMax + 1.2)
  for (const [index, line] of whole.lines.entries()) {
    expect(line.glyphs.every(({ id }) => id !== 0)).toBe(true)
    expect(line.baseline).toBeGreaterThan(line.top)
    expect(line.baseline).toBeLessThan(line.top + line.height)
    expect(line.top).toBeCloseTo((index * whole.height) / whole.lines.length)
  }
  const limit = whole.lines.length - 1
  expect(await set(text, { widthMax, sizePx: 30, linesMax: limit })).toBeUndefined()
})

test.each([
  ['طازج من المزرعة إلى بابك', ['طازج من المزرعة', 'إلى بابك']],
  ['Run the block', ['Run', 'the block']],
  ['Month-end in an afternoon', ['Month-end', 'in an afternoon']],
  ['Small habits, kept', ['Small habits,', 'kept']],
  ['Four for 12 EUR at the cellar door', ['Four for 12 EUR', 'at the cellar door']],
  ['Grip before the first snow', ['Grip before', 'the first snow']],
  ['Live webinar · 22 May, 3 pm', ['Live webinar', '22 May, 3 pm']],
])('%s keeps its phrases together', async (text, lines) => {
  const widest = Math.max(
    ...(await Promise.all(lines.map(async (line) => (await set(line, {}))?.width ?? 0))),
  )
  const whole = await set(text, { widthMax: 1.05 * widest, linesMax: 3 })
  expect(whole?.lines.map(({ text }) => text)).toEqual(lines)
})

test('a word that is wider than its column is not set, nor hidden', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
  expect(await set(word, { widthMax: 300 })).toBeUndefined()
  const fitting = await set(word, { widthMax: 300, sizePx: 12 })
  expect(fitting?.lines.map(({ text }) => text)).toEqual([word])
})

test('scripts with marks or without small letters get more leading and no tracking', async () => {
  const of = async (text: string) => {
    const { lines = [] } = (await set(text, { widthMax: 2_000 })) ?? {}
    return { leading: (lines[0]?.height ?? 0) / 60, tracking: lines[0]?.trackingEm }
  }
  expect(await of('Summer')).toEqual({ leading: 1, tracking: -0.03 })
  for (const text of ['الصيف', 'קיץ', 'गर्मी', '夏のはじまり', '여름', '夏天']) {
    const { leading, tracking } = await of(text)
    expect(leading).toBeGreaterThanOrEqual(1.12)
    expect(tracking).toBe(0)
  }
})

test('capitals are those of scripts with case, and other scripts stay as they are', async () => {
  const lines = async (text: string) => (await set(text, {}, roles.eyebrow))?.lines.map((line) => line.text)
  expect(await lines('Straße in Köln')).toEqual(['STRASSE IN KÖLN'])
  expect(await lines('新しい季節')).toEqual(['新しい季節'])
})

test.each([
  ['일요일 아침을 위한 따뜻한 커피 한 잔', /^\S.*\S$/, ' '],
  ['カフェラテとコーヒーゼリーのボタニカルコレクション', /^[^\u30fcァィゥェォャュョッ、。]/, ''],
  ['今年の一番茶、届きました', /[、た]$/, ''],
])('%s is broken between words', async (text, line, joint) => {
  const lines = (await set(text, { widthMax: 700 }))?.lines.map((each) => each.text) ?? []
  expect(lines.length).toBeGreaterThan(1)
  for (const each of lines) expect(each).toMatch(line)
  expect(lines.join(joint)).toBe(text)
})

test('alternatives with strokes and the days of Japanese dates stay whole', async () => {
  for (const [text, whole] of [
    ['Wir suchen Erzieherin (m/w/d) ab August', '(m/w/d)'],
    ['夏のビアガーデン、7月1日から8月31日まで、屋上', '8月31日'],
  ] as const) {
    for (const widthMax of [300, 340, 380, 420, 460, 500]) {
      const lines = (await set(text, { widthMax, sizePx: 40 }))?.lines ?? []
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.some((line) => line.text.includes(whole))).toBeTrue()
    }
  }
})

test('a soft hyphen shows only where it divides a word', async () => {
  const word = 'Donau\u00addampf\u00adschifffahrt'
  const hyphens = async (widthMax: number) =>
    (await set(word, { widthMax }))?.lines.map(
      ({ glyphs, text }) =>
        glyphs.filter(
          ({ cluster, advance }) =>
            advance > 0 && text.endsWith('\u00ad') && cluster === word.indexOf(text) + text.length - 1,
        ).length,
    )
  expect(await hyphens(2_000)).toEqual([0])
  expect((await hyphens(420))?.slice(0, 1)).toEqual([1])
})

test('lines of a headline are of like length and no word stands alone at the end', async () => {
  const lines = (await set('The quiet luxury of slow mornings at home', { sizePx: 100 }))?.lines ?? []
  const widths = lines.map(({ width }) => width)
  expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.4)
  expect(lines.at(-1)?.text).toContain(' ')
})

test('a line with the first word of a sentence alone costs more than a line of its whole', async () => {
  const text = 'One trail. One weekend.'
  const [narrow, wide] = [await set(text, { widthMax: 300 }), await set(text, { widthMax: 500 })]
  expect(narrow?.lines.map((line) => line.text)).toEqual(['One trail.', 'One', 'weekend.'])
  expect(wide?.lines.map((line) => line.text)).toEqual(['One trail.', 'One weekend.'])
  expect(narrow?.cost).toBeGreaterThan(0.4)
  expect(wide?.cost).toBeLessThan(0.1)
})

test.each([
  ['Du fährst. Wir zahlen pünktlich.', 'zahlen pünktlich.', ['Du fährst. Wir', 'zahlen pünktlich.']],
  ['Daheim ist daheim', 'daheim', ['Daheim', 'ist', 'daheim']],
])('a smaller size is better than %p where its longest line is %p', async (text, widest, lines) => {
  const narrow = await set(text, { widthMax: 1.05 * ((await set(widest, {}))?.width ?? 0) })
  expect(narrow?.lines.map((line) => line.text)).toEqual(lines)
  expect(narrow?.cost).toBeGreaterThan(0.4)
})

test('line breaks of a text are kept', async () => {
  const lines = (await set('Fresh\nRoasted\r\n\nDaily', {}))?.lines.map(({ text }) => text)
  expect(lines).toEqual(['Fresh', 'Roasted', 'Daily'])
})

test('an amount that spaces divide stays whole in running text', async () => {
  const text =
    'Nous recrutons : aide à domicile (h/f), CDI, à partir de 1 950 € par mois, avec une voiture de service.'
  const body: TextStyle = { cut: 'sans-400', trackingEm: -0.008, leadingEm: 1.36 }
  for (const widthMax of [260, 265, 270]) {
    const lines = (await set(text, { sizePx: 32, widthMax }, body))?.lines.map((line) => line.text)
    expect(lines?.join(' ')).toBe(text)
    expect(lines?.some((line) => line.includes('1 950 €'))).toBe(true)
  }
})

test('a discount stays whole', async () => {
  for (const widthMax of [380, 400, 420, 440, 460]) {
    const lines = (await set('All modular synths 15% off until Sunday midnight', { sizePx: 32, widthMax }))
      ?.lines
    expect(lines?.some(({ text }) => text.includes('15% off'))).toBe(true)
  }
})

test.each([
  ['Doors open Monday 6 January', 'Monday 6 January'],
  ['Open house Sunday 15 June, 1 to 3 pm', '1 to 3 pm'],
  ['Entries close on August 31 at noon', 'August 31'],
  ['Start for £38 incl. medal and a shirt', '£38 incl. medal'],
  ['Fünf Übernachtungen, 30 Minuten vom Meer', '30 Minuten'],
  ['Kurs startuje w czwartek, 14 października', '14 października'],
  ['Café y cruasán por 2,50 € todo el día', '2,50 €'],
  ['Termine online unter praxis-lindner.example buchen', 'praxis-lindner.example'],
  ['Meet the new Pulsegrid 2.0 for platform teams', 'Pulsegrid 2.0'],
  ['Prova gratuita sabato dalle 10 alle 17 a Parma', 'dalle 10 alle 17'],
  ['Open every day from 10 am to 5 pm in Leeds', 'from 10 am to 5 pm'],
  ['عرض الافتتاح يوم الجمعة ١٠ أكتوبر في جدة', 'يوم الجمعة ١٠ أكتوبر'],
  ['会員の方はさらに5%オフ、渋谷店で', '会員の方は'],
  ['ほうじ茶ラテ味の「もちどら」を全店で', '「もちどら」'],
  ['Wij zoeken een CNC-draaier (m/v/x) in Tilburg', 'CNC-draaier (m/v/x)'],
  ['Swisha 123 900 44 55 eller gå in', '123 900 44 55'],
  ['Vi planterar 20 kvadratmeter ålgräs om året', '20 kvadratmeter'],
  ['No appointment, Friday 8 to 11am in town', 'Friday 8 to 11am'],
  ['Fermée du lundi 8 au vendredi 19 pour travaux', 'au vendredi 19'],
  ['Toddler mornings every Tuesday 9.30–11.30 am', '9.30–11.30 am'],
  ['Photographs of the night shift, 3 May – 28 June', '3 May – 28 June'],
  ['Photographs of the night shift, 3 May –28 September', 'May –28 September'],
  ['すべてのコースが初月50%OFFになります', '初月'],
])('"%s" keeps "%s" on a line', async (text, kept) => {
  for (let widthMax = 500; widthMax <= 1000; widthMax += 20) {
    const lines = (await set(text, { widthMax, sizePx: 48 }))?.lines ?? []
    if (lines.length > 0) expect(lines.filter((line) => line.text.includes(kept))).toHaveLength(1)
  }
})

test('accents do not touch the descenders above them', async () => {
  const leading = async (text: string) => {
    const style: TextStyle = { cut: 'sans-800', trackingEm: 0, leadingEm: 0.98 }
    const [one, other] = (await set(text, { widthMax: 900, sizePx: 100 }, style))?.lines ?? []
    return (other?.baseline ?? 0) - (one?.baseline ?? 0)
  }
  expect(await leading('Bli givare\nÖstersjön')).toBeGreaterThan(117)
  expect(await leading('Bli givare\nvem som')).toBeCloseTo(98)
})

test('amounts stand out where a style asks for it, former prices and lists of them do not', async () => {
  const strong = async (text: string) => {
    const style: TextStyle = { cut: 'sans-400', trackingEm: 0, leadingEm: 1, facts: 'inline' }
    const [line] = (await set(text, { widthMax: 2000, sizePx: 30 }, style))?.lines ?? []
    const usual = line?.glyphs[0]?.face
    return line?.glyphs.flatMap(({ face, cluster }) => (face === usual ? [] : [text[cluster]])).join('')
  }
  expect(await strong('A wash for £45 instead of £60')).toBe('£45')
  expect(await strong('Leben ab 18,50 € oder 4.6% mehr')).toBe('18,50 €4.6%')
  expect(await strong('In sizes £1, £2, £3')).toBe('')
})

test('overrides of direction change nothing', async () => {
  expect(await set('\u202eSale\u202c', {})).toEqual(await set('Sale', {}))
})

test('hostile text is set within its measure, or does not fit', async () => {
  for (const { text } of naughty) {
    const done = await set(text, { linesMax: 30, sizePx: 40 })
    if (done === undefined) continue
    expect(done.width).toBeLessThanOrEqual(901)
    expect(done.lines.length).toBeLessThanOrEqual(30)
  }
})

test.each(refused)('$script is refused by name with an example', async ({ script, text }) => {
  const error = await set(text, {}).catch((caught: unknown) => caught)
  expect(error).toMatchObject({
    key: 'script_unsupported',
    status: 400,
    slug: 'invalid_request',
    extra: { script },
  })
})

test('random characters of supported scripts are set or refused, and nothing else happens', async () => {
  const { next, int, pick } = createRandom(seed, 'characters')
  const blocks =
    '20-24f 300-52f 590-6ff 900-97f 1100-11ff 1e00-20ff 2190-27bf 3000-31ff ac00-d7ff d800-dfff fb1d-ffff 1f1e6-1f9ff e0000-e01ff'
      .split(' ')
      .map((block) => block.split('-').map((hex) => Number.parseInt(hex, 16)))
  const outcomes = new Map<string, number>()
  for (let round = 0; round < sizeOf({ short: 200, soak: 4_000 }); round += 1) {
    const [first = 0x20, last = 0x7e] = blocks[int(0, blocks.length - 1)] ?? []
    const chars = Array.from({ length: int(1, 6) }, () =>
      next() < 0.3
        ? pick([' ', 'a', '\u05e9', '\ufe0f', '\u200d', '\u0627', '\u0301'])
        : String.fromCodePoint(int(first, last)),
    )
    const outcome = await set(chars.join(''), { widthMax: 2_000 }).then(
      (done) => (done === undefined ? 'too long' : 'set'),
      (error: unknown) => (campaignError.is(error, 'script_unsupported') ? 'refused' : String(error)),
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect([...outcomes.keys()].filter((outcome) => !['set', 'refused'].includes(outcome))).toEqual([])
  expect(outcomes.get('set')).toBeGreaterThan(50)
})

test('word spaces stay as wide as the font has them where letters are set closer', async () => {
  const widthOf = async (text: string) => (await set(text, { sizePx: 100, widthMax: 2000 }))?.width ?? 0
  const [whole, start, end] = await Promise.all(['1 December', '1', 'December'].map(widthOf))
  expect((whole ?? 0) - (start ?? 0) - (end ?? 0)).toBeGreaterThanOrEqual(20)
})

test.each([
  ['-30%', '−30%'],
  ["We're open", 'We’re open'],
  ["Two flatmates' rent", 'Two flatmates’ rent'],
  ['Say "hello" twice', 'Say “hello” twice'],
  ['Die "kleine" Pause', 'Die „kleine“ Pause'],
  ["Run 'Night Run' with us", 'Run ‘Night Run’ with us'],
  ['A 27" screen, 5\'10" high, 2-3 days', 'A 27" screen, 5\'10" high, 2-3 days'],
])('%s is drawn as %s, and reported as it is given', async (given, drawn) => {
  const [one, other] = await Promise.all([set(given, {}), set(drawn, {})])
  const glyphsOf = (text: SetText | undefined) =>
    text?.lines.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))
  expect(glyphsOf(one)).toEqual(glyphsOf(other))
  expect(one?.lines.map(({ text }) => text).join(' ')).toBe(given)
})

test.each([
  ['Sofas und Regale – nur solange der Vorrat reicht', /^[–-]/],
  ['Open day at Maple Grove Primary School', /(?<=Maple|Open day at)$/],
  ['Nur heute — alles muss raus', /^—/],
])('%s has no line that matches %p', async (text, bad) => {
  for (let widthMax = 420; widthMax <= 1000; widthMax += 20) {
    const lines = (await set(text, { widthMax, sizePx: 48 }))?.lines ?? []
    expect(lines.filter((line) => bad.test(line.text))).toEqual([])
  }
})
