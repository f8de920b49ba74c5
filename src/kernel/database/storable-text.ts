/** A text as the database stores it: neither U+0000 nor half of a surrogate pair. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** Lone surrogates, which JSON may hold, have no canonical form. @see RFC 8785, section 3.2.2.2 */
export function wellFormedJson<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' ? member.toWellFormed() : member,
    ),
  )
}
