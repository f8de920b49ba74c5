import { siteOf } from '../../site/site-name.ts'

const localMax = 64
const domainMax = 253
/** What looks like a top-level domain after an `@` in `logo@2x.png`. */
const fileEndings = new Set(
  'png jpg jpeg gif svg webp avif ico bmp tif tiff css js mjs json xml html htm php woff woff2 ttf eot map mp4 webm pdf zip txt md ts tsx vue scss less'.split(
    ' ',
  ),
)
const reservedEndings = new Set([
  'example',
  'test',
  'invalid',
  'localhost',
  'local',
  'internal',
  'lan',
  'onion',
])
const placeholderDomains = new Set(
  `example.com example.org example.net example.de example.edu domain.com domain.de domain.tld domain.fr yourdomain.com yourcompany.com
  your-domain.com mydomain.com mysite.com yoursite.com company.com email.com mail.com.example website.com site.com
  beispiel.de musterfirma.de mustermann.de exemple.com exemple.fr ejemplo.com esempio.it esempio.com voorbeeld.nl
  test.com test.de sentry.io sentry.wixpress.com sentry-next.wixpress.com wixpress.com ingest.sentry.io
  acme-example.com abc.com xyz.com address.com host.com server.com 2x.png adresse.fr adresse.com provider.com`.split(
    /\s+/,
  ),
)
const placeholderLocals = new Set(
  `name your.name yourname your-name your.email youremail your-email you user username vorname.nachname nachname
  vorname firstname.lastname first.last firstname lastname max.mustermann erika.mustermann mustermann prenom.nom
  nombre nome mail.address someone somebody foo foobar xxx`.split(/\s+/),
)
const machineLocals =
  /^(?:no-?reply|do-?not-?reply|donotreply|mailer-daemon|bounces?|nicht-?antworten|ne-pas-repondre)(?:[+-].{0,40})?$/
const hexName = /^[0-9a-f]{24,64}$/

const localChars = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** The address in lower case; undefined for what is none, a placeholder, or a machine's. */
export function mailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  const at = address.indexOf('@')
  if (at < 1 || at !== address.lastIndexOf('@')) return undefined
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (local.length > localMax || domain.length > domainMax || !localChars.test(local)) return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  const labels = domain.split('.')
  const ending = labels.at(-1) ?? ''
  if (labels.length < 2 || !labels.every((label) => domainLabel.test(label))) return undefined
  if (
    !/^\p{L}{2,24}$|^xn--[a-z0-9-]{2,50}$/u.test(ending) ||
    fileEndings.has(ending) ||
    reservedEndings.has(ending)
  )
    return undefined
  if (isPlaceholder(local, domain)) return undefined
  return address
}

function isPlaceholder(local: string, domain: string): boolean {
  if (placeholderDomains.has(domain) || domain.endsWith('.sentry.io') || domain.startsWith('your'))
    return true
  if (domain.endsWith('.example.com') || domain.endsWith('.example.org')) return true
  return placeholderLocals.has(local) || machineLocals.test(local) || hexName.test(local)
}

const freeDomains = new Set(
  `gmail googlemail gmx web yahoo ymail hotmail outlook live icloud me mac aol t-online freenet arcor posteo mailbox
  proton protonmail pm orange wanadoo free laposte sfr libero virgilio tiscali alice seznam centrum wp o2 onet interia
  mail yandex rambler bk qq 163 126 naver daum hanmail ziggo xs4all planet kpnmail skynet telenet bluewin hispeed
  telia bigpond btinternet sky zoho fastmail hey tutanota tuta uol bol terra telefonica`.split(/\s+/),
)

export function isFreeMail(address: string): boolean {
  return freeDomains.has(siteOf(`https://${address.slice(address.indexOf('@') + 1)}/`).label)
}

export function mailDomainUrl(address: string): string {
  return `https://${address.slice(address.indexOf('@') + 1)}/`
}

export const patterns = [
  machineLocals,
  hexName,
  localChars,
  domainLabel,
  /^\p{L}{2,24}$|^xn--[a-z0-9-]{2,50}$/u,
]
