/** Percent-decodes a piece of a URL; returned unchanged when an escape is malformed. */
export function decodePercents(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
