/** A text without these characters at its start and end. */
export function trimmed(text: string, leading: string, trailing = leading): string {
  let [start, end] = [0, text.length]
  while (start < end && leading.includes(text.charAt(start))) start++
  while (end > start && trailing.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
