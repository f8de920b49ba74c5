import properties from './properties.json'

const sizes = Object.entries(properties.sizes).flatMap(([format, each]) =>
  Object.entries(each).map(([size, words]) => ({ format, size, words: new Set(words) })),
)
const between = /[^\p{L}\p{N}:.,]+/u
const by = /\s?(?:x|by|to|×)\s?/gu

/** The size of a format that the words for it ask for: a story has another shape than a post. */
export function sizeNamed(format: string, written: string): string | undefined {
  const text = written.toLowerCase()
  const words = [...text.split(between), text.replaceAll(by, 'x')]
  return sizes.find((one) => one.format === format && words.some((word) => one.words.has(word)))?.size
}
