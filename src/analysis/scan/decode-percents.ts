/** What stands for a piece of an address; as it is written where its escapes are broken. */
export function decodePercents(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
