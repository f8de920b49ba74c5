/** One change of a JSON value, said in words, and the value that results. */
export interface Change {
  name: string
  value: unknown
}

/**
 * Every change of one place of a JSON value: each string, number, boolean and null is replaced, each list reordered,
 * shortened and lengthened, each member removed and renamed, and one added to each object.
 */
export function singleChanges(value: unknown, path = ''): Change[] {
  const here = changesHere(value).map(({ name, value: changed }) => ({
    name: `${path || '/'} ${name}`,
    value: changed,
  }))
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) =>
      singleChanges(item, `${path}/${index}`).map((change) => ({
        name: change.name,
        value: value.with(index, change.value),
      })),
    )
    return [...here, ...inside]
  }
  if (!isObject(value)) return here
  const inside = Object.entries(value).flatMap(([key, item]) =>
    singleChanges(item, `${path}/${key}`).map((change) => ({
      name: change.name,
      value: { ...value, [key]: change.value },
    })),
  )
  return [...here, ...inside]
}

function changesHere(value: unknown): Change[] {
  const other = [
    { name: 'becomes null', value: null },
    { name: 'becomes an object', value: {} },
    { name: 'becomes a list of itself', value: [value] },
  ].filter((change) => JSON.stringify(change.value) !== JSON.stringify(value))
  if (typeof value === 'string') return [...other, ...changedStrings(value)]
  if (typeof value === 'number') {
    const numbers = [value + 1, value === 0 ? -1 : -value, value + 1e-9, String(value)]
    return [
      ...other,
      ...numbers.map((number) => ({ name: `becomes ${JSON.stringify(number)}`, value: number })),
    ]
  }
  if (typeof value === 'boolean') return [...other, { name: 'is negated', value: !value }]
  if (Array.isArray(value)) {
    const lists = [
      { name: 'is reversed', value: value.toReversed() },
      { name: 'loses its first item', value: value.slice(1) },
      { name: 'loses its last item', value: value.slice(0, -1) },
      { name: 'repeats its last item', value: [...value, value.at(-1) ?? null] },
      ...value.slice(1).map((_, index) => ({
        name: `has items ${index} and ${index + 1} in the other order`,
        value: value.with(index, value[index + 1]).with(index + 1, value[index]),
      })),
    ]
    return [...other, ...lists.filter((list) => JSON.stringify(list.value) !== JSON.stringify(value))]
  }
  if (!isObject(value)) return other
  const entries = Object.entries(value)
  return [
    ...other.filter((change) => !isObject(change.value)),
    ...['added', '__proto__', ''].map((key) => ({
      name: `gains the member ${JSON.stringify(key)}`,
      value: Object.fromEntries([...entries, [key, 1]]),
    })),
    ...entries.map(([key]) => ({
      name: `loses ${key}`,
      value: Object.fromEntries(entries.filter(([name]) => name !== key)),
    })),
    ...entries.map(([key]) => ({
      name: `has ${key} under another name`,
      value: Object.fromEntries(entries.map(([name, item]) => [name === key ? `${key}x` : name, item])),
    })),
  ]
}

/** Besides another letter in each place that could matter: what some readers treat as the same text. */
function changedStrings(text: string): Change[] {
  const places = [...new Set([0, text.length >> 1, text.length - 1])].filter((place) => place >= 0)
  const lastLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
  const changed = [
    ...places.map(
      (place) => text.slice(0, place) + (text[place] === 'x' ? 'y' : 'x') + text.slice(place + 1),
    ),
    ...lastLetters.map((letter) => text.slice(0, -1) + letter),
    `${text} `,
    ` ${text}`,
    `${text}=`,
    `${text}\n`,
    `${text}\u0000`,
    `${text}\u0301`,
    `${text}\ud800`,
    text.toUpperCase(),
    text.slice(1),
    '',
  ]
  return [...new Set(changed)]
    .filter((string) => string !== text)
    .map((string) => ({ name: `becomes ${JSON.stringify(string)}`, value: string }))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
