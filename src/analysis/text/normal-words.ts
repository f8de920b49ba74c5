const apostrophes = /['’‘ʼ`´]/g
const marks = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu
const words = /[\p{L}\p{N}]+/gu

/** Skips the folding below for most texts. */
const plainAscii = /^[ -%(-_a-~]*$/
const asciiWords = /[a-z\d]+/g

/**
 * The words of a text as they are compared: without case, accents, punctuation, ligatures, width
 * variants and invisible characters.
 * `Café—CRM` and `cafe crm` are the same words, and so are `don’t` and `dont`.
 */
export function normalWords(text: string): readonly string[] {
  if (plainAscii.test(text)) return text.toLowerCase().match(asciiWords) ?? []
  const apart = text.replace(apostrophes, '').replaceAll('&', ' and ').normalize('NFKD')
  // Again, as some letters decompose to an apostrophe (ŉ).
  const plain = apart.replace(apostrophes, '').replace(marks, '')
  // Through upper case, which equates ß, ẞ and SS. The lower-case form of sigma depends on its neighbours.
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').match(words) ?? []
}
