import { type AbiParameter, getAddress, type Hex } from 'viem'

/** How one ABI value is encoded: how many 32-byte words it takes in the head, and how to read and store it. */
export interface WordType {
  words: number
  /** Whether its head is only an offset to data of variable length. */
  isDynamic: boolean
  /** Reads the value whose head begins at character `at` of the hex digits `data` (no 0x). */
  read(data: string, at: number): unknown
  /** The value in JSON: integers as decimal strings. */
  toJson(value: unknown): unknown
  fromJson(value: unknown): unknown
}

const wordChars = 64

/**
 * Reads ABI words without a general decoder, which costs more than the rest of the indexer together. Covers what the
 * project's events and views use: addresses, bytes32, bools, unsigned integers, strings, static tuples and arrays of
 * all these but strings.
 * @throws Error for any other type
 */
export function wordType(parameter: AbiParameter): WordType {
  const { type } = parameter
  if (type.endsWith('[]')) return array(wordType({ ...parameter, type: type.slice(0, -2) }))
  if (type === 'address') return plain((data, at) => getAddress(`0x${hexDigits(data, at + 24, 40)}`))
  if (type === 'bytes32') return plain((data, at) => flat(`0x${hexDigits(data, at, wordChars)}`))
  if (type === 'bool') return plain((data, at) => Number.parseInt(hexDigits(data, at, wordChars), 16) !== 0)
  if (type === 'string') return plain(readString, true)
  if (type.startsWith('uint')) return Number(type.slice(4)) <= 48 ? smallInteger : wideInteger
  if (type === 'tuple' && 'components' in parameter) return tuple(parameter.components)
  throw new Error(
    `Cannot read values of type "${type}" as no event or view used one so far: add it to abi-words.ts`,
  )
}

/** A tuple of static members, laid out in place. */
function tuple(components: readonly AbiParameter[]): WordType {
  let offset = 0
  const members = components.map((component) => {
    const type = wordType(component)
    if (type.isDynamic) throw new Error(`Cannot read a tuple with a ${component.type} in it`)
    const member = { name: component.name ?? '', type, offset: offset * wordChars }
    offset += member.type.words
    return member
  })
  const mapped = (value: unknown, convert: (type: WordType, member: unknown) => unknown) => {
    const result: Record<string, unknown> = {}
    for (const { name, type } of members) result[name] = convert(type, Reflect.get(Object(value), name))
    return result
  }
  return {
    words: offset,
    isDynamic: false,
    read: (data, at) => {
      const value: Record<string, unknown> = {}
      for (const member of members) value[member.name] = member.type.read(data, at + member.offset)
      return value
    },
    toJson: (value) => mapped(value, (type, member) => type.toJson(member)),
    fromJson: (value) => mapped(value, (type, member) => type.fromJson(member)),
  }
}

/** The head has an offset; at the offset are the length and the items in place. */
function array(item: WordType): WordType {
  if (item.isDynamic) throw new Error('Cannot read an array of items of no fixed length')
  return {
    words: 1,
    isDynamic: true,
    read: (data, at) => {
      const start = readNumber(data, at) * 2
      const length = readNumber(data, start)
      const items: unknown[] = []
      for (let index = 0; index < length; index += 1) {
        items.push(item.read(data, start + wordChars * (1 + index * item.words)))
      }
      return items
    },
    toJson: (value) => itemsOf(value).map((each) => item.toJson(each)),
    fromJson: (value) => itemsOf(value).map((each) => item.fromJson(each)),
  }
}

function itemsOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`Cannot read an array as it is ${JSON.stringify(value)}`)
  return value
}

const smallInteger: WordType = {
  words: 1,
  isDynamic: false,
  read: readNumber,
  toJson: String,
  fromJson: Number,
}

const wideInteger: WordType = {
  words: 1,
  isDynamic: false,
  read: (data, at) => BigInt(`0x${hexDigits(data, at, wordChars)}`),
  toJson: String,
  fromJson: (value) => BigInt(String(value)),
}

function plain(read: WordType['read'], isDynamic = false): WordType {
  return { words: 1, isDynamic, read, toJson: same, fromJson: same }
}

function same(value: unknown): unknown {
  return value
}

function readString(data: string, at: number): string {
  const start = readNumber(data, at) * 2
  const chars = readNumber(data, start) * 2
  const text = Buffer.from(hexDigits(data, start + wordChars, chars), 'hex').toString('utf8')
  // A text record may contain NUL, which PostgreSQL cannot store.
  return text.replaceAll('\0', '\uFFFD')
}

function readNumber(data: string, at: number): number {
  return Number.parseInt(hexDigits(data, at, wordChars), 16)
}

/** A joined string references the whole text that it was cut from until one of its characters is read. */
function flat(text: string): string {
  text.charCodeAt(0)
  return text
}

function hexDigits(data: string, at: number, chars: number): string {
  if (at + chars > data.length) throw new Error('Cannot read ABI words: the data is cut short')
  return data.slice(at, at + chars)
}

/** The hex digits of `hex`, without 0x. */
export function digitsOf(hex: Hex): string {
  return hex.slice(2)
}
