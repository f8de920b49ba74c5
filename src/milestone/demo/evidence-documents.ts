import { type Static, Type } from '@sinclair/typebox'
import { keccak256, stringToHex } from 'viem'
import { checkedData } from '../../kernel/runtime/checked-data.ts'
import type { EvidenceDocument } from '../evidence/evidence.ts'
import templates from './evidence.json'
import type { MilestoneScript } from './milestone-script.ts'

/**
 * A document whose texts have marks such as `${between 2 6}` (see `fill`). Rows are filled before `head` and `tail`, each
 * in its order, which the numbers depend on.
 */
const Template = Type.Object(
  {
    name: Type.String({ pattern: '\\.(md|txt|csv|json)$' }),
    head: Type.Optional(Type.String()),
    /** One row for each: as many, for each text, or for each deliverable. */
    each: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.Array(Type.String()), Type.Literal('deliverables')]),
    ),
    row: Type.Optional(Type.String()),
    /** Between rows; a line break when absent. */
    separator: Type.Optional(Type.String()),
    tail: Type.Optional(Type.String()),
    /** Mean, spread and decimals of values, one for each row, by the mark that stands for them. */
    series: Type.Optional(
      Type.Record(Type.String(), Type.Tuple([Type.Number(), Type.Number(), Type.Integer()])),
    ),
  },
  { additionalProperties: false },
)
const Templates = Type.Object({
  /** Of every milestone. */
  all: Type.Array(Template),
  field: Type.Array(Template),
  software: Type.Array(Template),
  research: Type.Array(Template),
})
const documents = checkedData(Templates, templates, 'evidence.json')

const mediaTypes: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
}

/**
 * The evidence documents of a milestone: its promises, a statement, and the records of its kind. They depend on the
 * script and `submittedAt` (seconds since the epoch) alone, so that their root is reproducible.
 */
export function evidenceDocuments(
  script: MilestoneScript,
  metadata: string,
  submittedAt: number,
): EvidenceDocument[] {
  const numbers = createNumbers(script.key)
  const dayBefore = (days: number) =>
    new Date((submittedAt - days * 86_400) * 1000).toISOString().slice(0, 10)

  /** Replaces the marks of a text; those without a meaning of their own are looked up in `row`. */
  const fill = (text: string, index: number, row: Readonly<Record<string, string>>) =>
    text.replace(/\$\{([^}]+)\}/g, (_, mark: string) => {
      const [name = '', ...rest] = mark.split(' ')
      const [a = 0, b = 0, decimals = 0] = rest.map(Number)
      if (name === 'between') return numbers.between(a, b, decimals)
      if (name === 'number') return String(Number(numbers.between(a, b, decimals)))
      if (name === 'digits') return numbers.digits(a)
      if (name === 'day') return dayBefore(a - Math.floor(b * index))
      if (name === 'hour') return String((index * a) % 24).padStart(2, '0')
      if (name === 'count') return String(index + 1).padStart(a, '0')
      const value = row[name]
      if (value === undefined) throw new Error(`Cannot use evidence.json: the mark ${name} is unknown`)
      return value
    })

  const write = (template: Static<typeof Template>): EvidenceDocument => {
    const { name, head = '', each = [], row = '', separator = '\n', tail = '', series = {} } = template
    const list = each === 'deliverables' ? script.deliverables : each
    const items: string[] = Array.isArray(list) ? list : Array.from({ length: list }, String)
    const values = Object.entries(series).map(
      ([mark, [mean, spread, decimals]]) =>
        [mark, numbers.series(items.length, mean, spread, decimals)] as const,
    )
    const common = { key: script.key, title: script.title }
    const rows = items.map((item, index) =>
      fill(row, index, {
        ...common,
        item,
        ...Object.fromEntries(values.map(([mark, list]) => [mark, list[index] ?? ''])),
      }),
    )
    const content = [fill(head, 0, common), rows.join(separator), fill(tail, 0, common)].join('')
    return { name, mediaType: mediaTypes[name.split('.').at(-1) ?? ''] ?? 'text/plain', content }
  }

  return [
    { name: 'milestone.json', mediaType: 'application/json', content: metadata },
    ...[...documents.all, ...documents[script.evidence?.kind ?? 'field']].map(write),
  ]
}

/** Plausible measurements, reproducible by key. */
function createNumbers(key: string) {
  let counter = 0
  /** Hexadecimal digits, such as a commit's. */
  const digits = (count: number) => {
    counter += 1
    return keccak256(stringToHex(`${key}:${counter}`)).slice(2, 2 + count)
  }
  const fraction = () => Number.parseInt(digits(12), 16) / 2 ** 48
  return {
    digits,
    between: (from: number, to: number, decimals: number) =>
      (from + (to - from) * fraction()).toFixed(decimals),
    /** `count` values around `mean`, each within `spread` of it. */
    series: (count: number, mean: number, spread: number, decimals: number) => {
      let offset = 0
      return Array.from({ length: count }, () => {
        offset = 0.7 * offset + 0.3 * spread * (2 * fraction() - 1)
        return (mean + offset).toFixed(decimals)
      })
    },
  }
}
