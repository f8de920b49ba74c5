import { normalWords } from '../../../text/normal-words.ts'
import { hasGivenName, isPersonName } from './person-names.ts'
import { isOwnRole, isRoleWord, trimRole } from './roles.ts'

interface NamedRole {
  name: string
  role: string
}

const splitters = [', ', ' – ', ' — ', ' - ', ' | ', ' · ']

/** `Name, Role`, `Name – Role` and `Name (Role)`. */
export function nameAndRole(text: string): NamedRole | undefined {
  for (const splitter of splitters) {
    const at = text.indexOf(splitter)
    if (at <= 0) continue
    const [name, whole] = [text.slice(0, at).trim(), text.slice(at + splitter.length).trim()]
    // Behind the role an address may follow.
    const role = /\d{4,5} \p{Lu}/u.test(whole) ? (whole.split(', ')[0] ?? '') : whole
    const isTitle = hasGivenName(name) && /^\p{L}[^\d.!?@,:]{2,39}$/u.test(role)
    if (isPersonName(name) && (isTitle || isOwnRole(role)) && !isPersonName(role)) return { name, role }
  }
  // Every name ends in a capitalised word, with its credentials too.
  const words = / \p{Lu}[^ ]*$/u.test(text) ? text.split(' ', 9) : []
  const first = words.findIndex((word) => !isRoleWord(normalWords(word)[0] ?? ''))
  const behind = words.slice(first).join(' ')
  if (first > 0 && first < 4 && words.length < 9 && isPersonName(behind) && hasGivenName(behind))
    return { name: behind, role: words.slice(0, first).join(' ') }
  const open = text.indexOf(' (')
  const [name, role] = [text.slice(0, open), text.slice(open + 2, -1)]
  return open > 0 && text.endsWith(')') && isPersonName(name) && isOwnRole(role) ? { name, role } : undefined
}

/** `Name Role`, without a sign between them. */
export function nameBeforeRole(text: string): NamedRole | undefined {
  const words = text.split(' ')
  for (const count of [2, 3, 4]) {
    const name = words.slice(0, count).join(' ').replace(/,$/, '')
    const role = trimRole(words.slice(count).join(' '))
    if (!isPersonName(name) || role === '' || role.split(' ').length > 6) continue
    const [first = ''] = normalWords(role)
    if (isRoleWord(first) && isOwnRole(role)) return { name, role: role.replace(/\s?\([^()]{0,60}\)$/, '') }
  }
  return undefined
}

/** `Ada Marsh` of `ADA MARSH`, without a symbol in front. */
export function inPlainCase(written: string): string {
  const text = written.replace(/^[^\p{L}]{1,3}/u, '')
  return text.length > 40 || text !== text.toUpperCase()
    ? text
    : text.replace(/(\p{Lu})(\p{Lu}+)/gu, (_, first: string, rest: string) => first + rest.toLowerCase())
}
