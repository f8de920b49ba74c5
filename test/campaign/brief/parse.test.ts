import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { BriefParameters } from '../../../src/campaign/brief/collect.ts'
import colors from '../../../src/campaign/brief/colors.json'
import grammar from '../../../src/campaign/brief/grammar.json'
import { type ParsedBrief, parseBrief } from '../../../src/campaign/brief/parse.ts'
import phrases from '../../../src/campaign/brief/phrases.json'
import type { Rule } from '../../../src/campaign/brief/rules.ts'
import { plainText } from '../../../src/campaign/brief/tokenize.ts'
import translations from '../../../src/campaign/brief/translations.json'
import { contentCharsMax, HexColor } from '../../../src/campaign/compose/controls.ts'
import { campaignError } from '../../../src/campaign/errors.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import scenes from '../agent/scenes.json'
import briefs from './briefs.json'
import { blind, tuned } from './briefs-2.json'
import parts from './parts.json'

const seed = testSeed('parse.test.ts')
const runs = { seed, numRuns: sizeOf({ short: 300, soak: 3_000 }) }

/** Briefs with what is read from them; a member that is absent is empty. */
const briefTable = tableOf([...briefs, ...tuned])

function tableOf(rows: readonly (readonly unknown[])[]) {
  return rows.flatMap(([brief, expected]) =>
    typeof brief === 'string' && typeof expected === 'object' ? [[brief, expected] as const] : [],
  )
}

/** What is read from a brief, apart from which parts it does not name. */
const read = (brief: string) => {
  const { guessed: _, ...parsed } = parseBrief(brief)
  return parsed
}
const nothing: ParsedBrief = { parameters: {}, prompt: '', unrecognized: [], warnings: [] }

describe('briefs of marketing agents', () => {
  test.each(briefTable)('%s', (brief, expected) => {
    expect<unknown>(read(brief)).toEqual({ ...nothing, ...expected })
  })

  test('two thirds of the briefs that no phrase was added for are read exactly', () => {
    const exact = tableOf(blind).filter(([brief, expected]) =>
      Bun.deepEquals(JSON.parse(JSON.stringify(read(brief))), { ...nothing, ...expected }),
    )
    expect(exact.length).toBeGreaterThanOrEqual((blind.length * 2) / 3)
  })

  test.each(scenes)('a scene stays as it is: %s', (scene) => {
    expect(parseBrief(scene)).toEqual({ ...nothing, prompt: scene })
  })
})

test.each([
  ['Tea as 9:16', { portrait: '1080x1920' }],
  ['Tea as 9:16 and then as 4:5', undefined],
  ['Tea, no story, square only', undefined],
  ['Tea, square 1200 x 1200 and landscape 1920 x 1080', { square: '1200x1200', landscape: '1920x1080' }],
  ['Tea, headline "Our story", portrait', undefined],
])('the sizes that the words for formats ask for: %s', (brief, sizes) => {
  expect<unknown>(parseBrief(brief).sizes).toEqual(sizes)
})

test.each([
  '{"headline":"Bread","cta":"Order" oops "formats":["square"]}',
  '{"headline":"Bread","cta":"Order",,"formats":["square"]',
  '{"headline":"Bread","cta":"Ord',
])('an object that is not JSON and cannot be repaired is refused: %s', (brief) => {
  expect(() => parseBrief(brief)).toThrow('it begins as a JSON object')
})

test.each([
  ['New serum, headline "Glow all day", on silk, square', 'New serum.'],
  ['New mug, on a wooden table. Headline "Slow mornings"', 'New mug.'],
  ['Neues Serum, Headline "Glanz", auf Seide', 'Neues Serum.'],
  ['Nouveau sérum, titre "Éclat", sur une table', 'Nouveau sérum.'],
  ['New can. Headline "All orange". On a podium.', 'New can.'],
])('what a product stands on stays out of the copy: %s', (brief, subline) => {
  expect(parseBrief(brief, { isPictured: true }).parameters.text?.subline).toBe(subline)
})

describe('spelling', () => {
  const american = 'Gray logo, center bottom, original colors. Square. “Hi” in gray.'
  test.each([
    ['British', 'Grey logo, centre bottom, original colours. Square. “Hi” in grey.'],
    ['upper case', 'GRAY LOGO, CENTER BOTTOM, ORIGINAL COLORS. SQUARE. “Hi” IN GRAY.'],
    ['straight quotation marks', 'Gray logo, center bottom, original colors. Square. "Hi" in gray.'],
    ['non-breaking spaces', american.replaceAll(' ', '\u00a0')],
    [
      'zero-width spaces inside words',
      american.replace('logo', 'lo\u200bgo').replace('Square', 'Squ\u200bare'),
    ],
    ['full-width letters', american.replace('logo', 'ｌｏｇｏ')],
    ['tabs and line ends', american.replaceAll(', ', ',\t').replaceAll('. ', '.\r\n')],
  ])('%s means the same', (_, brief) => {
    expect(parseBrief(brief)).toEqual(parseBrief(american))
  })
})

describe('quotation marks', () => {
  test.each(parts.quotationMarks)('copy in %s is read and leaves the prompt', (pair) => {
    const line = "Don't panic, it's 5 o'clock. logo top left"
    const brief = `A lake at dawn, headline ${pair.replace('…', line)} at the top, quiet water`
    expect(parseBrief(brief)).toEqual({
      ...nothing,
      parameters: { text: { content: line, position: 'top' } },
      prompt: 'A lake at dawn, quiet water',
    })
  })

  test.each([
    ['of another kind', 'Headline “She said ‘never’ twice” top. Fog.', 'She said ‘never’ twice'],
    ['of a possessive', "Headline 'Girls' night out' top. Fog.", "Girls' night out"],
    ['of a length', 'Headline "A 6\' wave" top. Fog.', "A 6' wave"],
  ])('marks inside the copy belong to it: %s', (_, brief, content) => {
    expect(parseBrief(brief)).toEqual({
      ...nothing,
      parameters: { text: { content, position: 'top' } },
      prompt: 'Fog.',
    })
  })

  test('copy is cut to the limit between two characters, with a warning', () => {
    const content = `${'a'.repeat(contentCharsMax - 1)}👩‍🍳`
    expect(parseBrief(`Headline "${content}"`)).toEqual({
      ...nothing,
      parameters: { text: { content: 'a'.repeat(contentCharsMax - 1) } },
      warnings: [`Cut text.content to ${contentCharsMax} characters: the brief has ${content.length}`],
    })
  })
})

describe('copy without quotation marks', () => {
  test.each([
    [
      'to the end of its line in a brief of lines',
      'Headline: Slow days. Always.\nLogo: left\nFog',
      'Slow days. Always.',
    ],
    ['of the last line', 'Fog\nLogo: left\nHeadline: Slow days. Always!', 'Slow days. Always!'],
    ['to the end of its sentence', 'Headline: Slow days! Fog. Logo: left', 'Slow days!'],
    ['to the next instruction', 'Headline: Slow days, and the logo left. Fog', 'Slow days'],
  ])('is read %s', (_, brief, content) => {
    const { parameters, prompt, unrecognized } = parseBrief(brief)
    expect({ parameters, unrecognized }).toEqual({
      parameters: { text: { content }, controls: { placement: 'left' } },
      unrecognized: [],
    })
    expect(prompt.replace('.', '')).toBe('Fog')
  })
})

describe('addresses', () => {
  test('only http and https addresses are used', () => {
    for (const address of ['file:///etc/passwd', 'ftp://a.example/logo.png', 'gopher://a.example/x'])
      expect(parseBrief(`logo: ${address}`)).toEqual({
        ...nothing,
        unrecognized: [address],
        warnings: [`Cannot use ${address} as an image: the address must begin with http:// or https://`],
      })
  })

  test('instructions inside an address are not read', () => {
    const logoUrl = 'https://cdn.example/no-logo/top-left/square.png?kit=acme@3'
    expect(parseBrief(`Logo: ${logoUrl}.`)).toEqual({ ...nothing, parameters: { logoUrl } })
  })
})

describe('any string', () => {
  const words = briefTable.flatMap(([brief]) => brief.split(/(?<=\s)/))
  const known = [...Object.values(phrases), ...Object.values(translations)].flatMap((lists) =>
    Object.values<string[]>(lists).flat(),
  )
  const marks = [...' \n\t.,:;-–(){}"\'“”„«»「」‘’#@%/&+=\u0000\u00a0\u200b\u202e\ud800', ...parts.tokens]
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 4, arbitrary: fc.constantFrom(...known).map((phrase) => `${phrase} `) },
    { weight: 3, arbitrary: fc.constantFrom(...marks) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  )
  const isCutObject = (brief: string) => {
    try {
      parseBrief(brief)
      return false
    } catch (error) {
      return campaignError.is(error, 'brief_malformed')
    }
  }
  const text = fc
    .array(piece, { maxLength: 40 })
    .map((pieces) => pieces.join(''))
    .filter((brief) => !isCutObject(brief))

  test('gives parameters of the schema, and parts of the brief as unrecognized', () => {
    fc.assert(
      fc.property(text, (brief) => {
        const { parameters, unrecognized } = parseBrief(brief)
        expect([...Value.Errors(BriefParameters, parameters)]).toEqual([])
        expect(unrecognized.filter((part) => part === '' || !plainText(brief).includes(part))).toEqual([])
      }),
      runs,
    )
  })

  test('is not said in the small print if it is the headline', () => {
    const { parameters } = parseBrief('phone Summer for smaller.Summer ')
    expect(parameters.text).toEqual({ headline: 'Phone Summer for smaller.Summer', cta: 'Phone Summer' })
  })

  test('gives a prompt in which no more is found than what stands for a headline where there is none', () => {
    fc.assert(
      fc.property(text, (brief) => {
        const { prompt } = parseBrief(brief)
        const { parameters, ...found } = parseBrief(prompt)
        const { content, headline = content, ...parts } = parameters.text ?? {}
        if (headline === undefined) expect({ parameters, ...found }).toEqual({ ...nothing, prompt })
        else {
          expect(Object.keys(parameters)).toEqual(['text'])
          expect(prompt.toLowerCase()).toContain(headline.toLowerCase())
          expect(
            Object.keys(parts).filter((part) => !['badge', 'eyebrow', 'cta', 'subline'].includes(part)),
          ).toEqual([])
        }
      }),
      runs,
    )
  })

  test('around quoted copy leaves it out of the prompt', () => {
    const pair = fc.constantFrom(['“', '”'], ['«', '»'], ['„', '“'], ['「', '」'])
    fc.assert(
      fc.property(text, pair, text, (before, [open, close], after) => {
        const plain = (part: string) => part.replace(/["'“”„«»「」‘’‚]/g, '')
        const { prompt } = parseBrief(
          `${plain(before)}\n\nheadline ${open}Xyzzy plugh${close}\n\n${plain(after)}`,
        )
        expect(prompt).not.toContain('Xyzzy')
      }),
      runs,
    )
  })

  test('of 10,000 characters without a meaning is a scene', () => {
    const brief = 'lorem ipsum '.repeat(834).trim()
    expect(parseBrief(brief)).toEqual({ ...nothing, prompt: brief })
  })
})

describe('what a brief says without naming a part', () => {
  const marks = /(?<=[.!?。！？])\s|\n|(?<=。)/
  /** Prices, days, addresses, telephone numbers and codes; a percentage may be the size of a logo. */
  const facts = [
    /[€$£¥]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:[€£円]|EUR|euros?)(?!\p{L})/giu,
    /\d{1,2}\.? (?:de )?(?:Jan|Feb|Mar|Mär|Apr|May|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|enero|mayo|août|juin)\p{L}*/gu,
    /(?<![/\w@.-])[a-z][a-z\d-]+\.(?:example|com|org|pt|nl)(?:\/[\w-]+)?(?![\w.])/gu,
    /(?<![\d.,])0\d{2,4}[ -]\d{3}[ -]?\d{2,4}(?: \d+)?|[A-Z]{4,}\d+/gu,
  ]
  /** With the words of the copy in one case, and said to readers. */
  const plain = (words: string) =>
    words
      .replace(/(?<= )their(?= )/giu, 'your')
      .replace(/[*_“”„"«»]/g, '')
      .toLowerCase()

  function lostFacts(brief: string): string[] {
    const { parameters, warnings, unrecognized } = parseBrief(brief)
    const { text } = parameters
    if (text === undefined || text.content === '' || /no other text|nothing else|publish on/i.test(brief))
      return []
    const said = [...Object.values(text), ...warnings, ...unrecognized].join('\n')
    return facts
      .flatMap((fact) => brief.match(fact) ?? [])
      .filter((fact) => !plain(said).includes(plain(fact)))
  }

  function strangePieces(brief: string): string[] {
    const { headline, content, subline, badge, eyebrow } = parseBrief(brief).parameters.text ?? {}
    const texts = [headline, content, subline, badge, eyebrow].flatMap((text) => text?.split(marks) ?? [])
    return texts.filter((text) => !plain(brief).includes(plain(text).replace(/[.。!]$/u, '')))
  }

  const rows = tableOf([...briefs, ...tuned, ...blind]).map(([brief]) => brief)

  test('keeps every price, day, address, telephone number and code, or warns of it', () => {
    expect(rows.flatMap((brief) => lostFacts(brief).map((fact) => [fact, brief]))).toEqual([])
  })

  test('lines of a list have their names before a dash, too', () => {
    const brief =
      'Wine estate, autumn.\nEyebrow - Harvest 2023\nHeadline - Slow ripened\nCTA – Reserve a case'
    expect(parseBrief(brief).parameters.text).toEqual({
      eyebrow: 'Harvest 2023',
      headline: 'Slow ripened',
      cta: 'Reserve a case',
    })
    const table = 'Poster, headline "New classes".\nMonday - Yoga\nTuesday - Pilates\nWednesday - Boxing'
    expect(parseBrief(table).parameters.text).toEqual({ content: 'New classes' })
  })

  test('stands in the copy as it stands in the brief', () => {
    // Facts with names of their own are joined.
    const sentences = rows.filter((brief) => !/[\n{]|(?:Role|Place): /.test(brief))
    expect(sentences.flatMap((brief) => strangePieces(brief).map((text) => [text, brief]))).toEqual([])
  })

  /** The sentences of which neither the copy nor a warning has half of the words. */
  function lostSentences(brief: string, sentences: readonly string[]): string[] {
    const { parameters, warnings, unrecognized } = parseBrief(brief)
    const said = [...Object.values(parameters.text ?? {}), ...warnings, ...unrecognized]
      .join('\n')
      .toLowerCase()
    return sentences.filter((sentence) => {
      const words =
        sentence.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}|[\p{L}\p{N}]{3,}/gu) ?? []
      return words.filter((word) => said.includes(word)).length * 2 < words.length
    })
  }

  const request = fc.constantFrom(...parts.requests)
  const sentence = fc.constantFrom(...parts.sentences)
  const style = fc.constantFrom(...parts.styles)
  const composed = fc
    .tuple(
      request,
      fc.uniqueArray(sentence, { minLength: 1, maxLength: 5 }),
      style,
      fc.constantFrom(' ', '\n'),
    )
    .map(([first, others, last, gap]) => [first, ...others, last].filter((part) => part !== '').join(gap))

  test('is kept as it stands in any composition of sentences', () => {
    fc.assert(
      fc.property(composed, (brief) => {
        expect(lostFacts(brief)).toEqual([])
        expect(strangePieces(brief)).toEqual([])
      }),
      runs,
    )
  })

  test('is said or named in a warning, sentence by sentence, whether it has a fact or not', () => {
    const all = [...parts.sentences, ...parts.plain]
    const brief = fc
      .tuple(
        fc.constantFrom(...parts.events),
        fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 8 }),
      )
      .map(([event, sentences]) => ({ event, sentences }))
    fc.assert(
      fc.property(brief, fc.constantFrom(' ', '\n'), ({ event, sentences }, gap) => {
        expect(lostSentences([event, ...sentences].join(gap), [event, ...sentences])).toEqual([])
      }),
      runs,
    )
  })
})

describe('parts that a brief in prose does not name', () => {
  const textOf = (brief: string) => parseBrief(brief).parameters.text

  test.each([
    ['Unser Chor feiert 30 Jahre! Am Samstag, den 3. Mai gibt es Kuchen im Hof.', 'Samstag, 3. Mai'],
    [
      'Une marche de 5 km, le dimanche 4 octobre au parc de la Garenne. Inscription 8 €.',
      'Dimanche 4 octobre',
    ],
    [
      'We serve soup on our terrace every Monday and Friday until 9 pm, with live jazz.',
      'Every Monday and Friday until 9 pm',
    ],
    ['For sale: two-bedroom cottage in Wells, 80 m², £310,000. Near the station.', '£310,000'],
  ])('the badge is the day of an event, else a price: %s', (brief, badge) => {
    expect(textOf(brief)?.badge).toBe(badge)
  })

  test.each([
    [
      'Our clinic is looking for three night nurses (Basel, Zug), full time, €85k to €95k.',
      'Three night nurses',
    ],
    [
      "We're opening our third bakery in Hull on Friday 6 March at 8 am.",
      "We're opening our third bakery in Hull",
    ],
    [
      'Our library has a problem: nobody knows the garden. In May we open the garden at night. Join us!',
      'In May we open the garden at night',
    ],
    [
      'Ad for Penny, an app that sorts the receipts of your whole household. It is free for two.',
      'An app that sorts the receipts of your whole household',
    ],
    [
      'Cyber Monday at our lamp shop. 30% off all desk lamps from 1 to 4 December, online and in store.',
      '30% off all desk lamps',
    ],
    [
      'Notre chorale fête ses 20 ans ! Entrée 9 €, à 19h30. Venez nombreux !',
      'Notre chorale fête ses 20 ans',
    ],
  ])('the headline is the occasion or the offer as a whole phrase: %s', (brief, headline) => {
    expect(textOf(brief)?.headline).toBe(headline)
  })

  test('a button has the first words of a long call, and the small print all of it', () => {
    const brief = 'We are hiring two welders. People should apply by 30 November at jobs.example.com.'
    expect(textOf(brief)).toMatchObject({ cta: 'Apply', legal: 'Apply by 30 November at jobs.example.com' })
  })

  test.each([
    'Gimnasio de barrio. Titular: "Enero ya". Subtítulo: "Sin matrícula." CTA: "Prueba gratis".',
    '{"campaign":"Winter appeal","headline":"Enero ya","cta":"Prueba gratis","tone":"warm, serious"}',
  ])('a headline that a brief names has no eyebrow from the words of the briefing: %s', (brief) => {
    expect(parseBrief(brief)).toMatchObject({ unrecognized: [], warnings: [] })
    expect(textOf(brief)).not.toHaveProperty('eyebrow')
  })
})

describe('tables', () => {
  test('a phrase has one meaning, in all languages', () => {
    const all = [...Object.values(phrases), ...Object.values(translations)].flatMap((lists) =>
      Object.values<string[]>(lists).flat(),
    )
    expect(all.filter((phrase, at) => all.indexOf(phrase) !== at)).toEqual([])
  })

  test('colours are hexadecimal', () => {
    expect(Object.keys(colors.color).filter((color) => !Value.Check(HexColor, color))).toEqual([])
  })

  test('groups and rules name kinds and groups that exist', () => {
    const passes: readonly { rules: readonly Rule[] }[] = grammar.passes
    const rules = passes.flatMap((pass) => pass.rules)
    const made = rules.flatMap(({ as = '', cueAs = '', span = '' }) => [as, cueAs, span])
    const groups = Object.keys(grammar.groups)
    const known = new Set([...Object.keys(phrases), ...forms, ...groups, ...made, ...madeOfTwo])
    const named = [
      ...Object.values(grammar.groups).flat(),
      ...Object.values(grammar.letters).flat(),
      ...rules.flatMap(({ of }) => of.split('|')),
      ...rules.flatMap(patternsOf).flatMap((pattern) => pattern.split(/(?:^| )[?*~=!]?|\|/)),
    ].filter((name) => name !== '')
    expect(named.filter((name) => !known.has(name.replace(/=.*/s, '')) && !known.has(name))).toEqual([])
  })
})

const patternsOf = ({ before = '', after = '' }: Rule) => [before, after]
const forms = [
  ...['unread', 'break before instruction', 'and before instruction'],
  ...['word', 'adverb', 'mark', 'quote', 'openQuote', 'url', 'badUrl', 'logoFile', 'pin', 'slug'],
  ...['number', 'smallNumber', 'break', 'stop', 'newline', 'edge', 'joined', 'dimensions', 'layout'],
]
const madeOfTwo = [
  ...['whole tone', 'whole style'],
  ...['quote', 'openQuote'].map((quote) => `${quote} line`),
  ...['logo', 'copy'].map((target) => `refused ${target}`),
  ...['percent', 'fraction', 'px'].flatMap((unit) =>
    ['margin', 'opacity', 'transparency', 'size', 'scale'].map((noun) => `${unit} ${noun}`),
  ),
]
