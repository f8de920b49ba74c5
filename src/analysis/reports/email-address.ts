const localMax = 64
const domainMax = 253
const addressMax = 254

/**
 * Whether a string is one e-mail address of RFC 5321, without quotes, comments or address literals. Every pattern is a
 * single character class, so the time is linear.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > addressMax) return false
  const at = text.lastIndexOf('@')
  return isLocalPart(text.slice(0, Math.max(at, 0))) && isDomain(text.slice(at + 1))
}

function isLocalPart(text: string): boolean {
  return text.length <= localMax && text.split('.').every((atom) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom))
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  const last = labels.at(-1) ?? ''
  return text.length <= domainMax && labels.length >= 2 && labels.every(isLabel) && /[a-z]/i.test(last)
}

function isLabel(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/i.test(text) && !text.startsWith('-') && !text.endsWith('-')
}
