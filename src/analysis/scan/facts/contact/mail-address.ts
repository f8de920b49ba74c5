import { siteOf } from '../../site/site-name.ts'
import words from './mail-words.json'

const localMax = 64
const domainMax = 253
const fileEndings = new Set(words.fileEndings)
const reservedEndings = new Set(words.reservedEndings)
const placeholderDomains = new Set(words.placeholderDomains)
const placeholderLocals = new Set(words.placeholderLocals)
const freeDomains = new Set(words.freeDomains)
const machineLocals =
  /^(?:no-?reply|do-?not-?reply|donotreply|mailer-daemon|bounces?|nicht-?antworten|ne-pas-repondre)(?:[+-].{0,40})?$/
const hexName = /^[0-9a-f]{24,64}$/
const localChars = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** The address in lower case; undefined for invalid addresses, placeholders and no-reply addresses. */
export function mailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  const at = address.indexOf('@')
  if (at < 1 || at !== address.lastIndexOf('@')) return undefined
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (local.length > localMax || domain.length > domainMax || !localChars.test(local)) return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  const labels = domain.split('.')
  const ending = labels.at(-1) ?? ''
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label)) &&
    /^\p{L}{2,24}$|^xn--[a-z0-9-]{2,50}$/u.test(ending) &&
    !fileEndings.has(ending) &&
    !reservedEndings.has(ending)
  return isDomain && !isPlaceholder(local, domain) ? address : undefined
}

function isPlaceholder(local: string, domain: string): boolean {
  return (
    domain.startsWith('your') ||
    placeholderDomains.has(siteOf(`https://${domain}/`).domain) ||
    placeholderLocals.has(local) ||
    machineLocals.test(local) ||
    hexName.test(local)
  )
}

export const mailHost = (address: string): string => address.slice(address.indexOf('@') + 1)

export function isFreeMail(address: string): boolean {
  return freeDomains.has(siteOf(`https://${mailHost(address)}/`).label)
}
