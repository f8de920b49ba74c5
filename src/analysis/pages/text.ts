import { type Html, html } from '../../kernel/web/html.ts'

/** Untrusted text, isolated so that it cannot change the direction of its surroundings. */
export function own(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

/** A link to an external URL, or only its label if it is not http or https. */
export function outsideLink(url: string, label: Html): Html {
  const target = webUrl(url)
  return target === undefined
    ? label
    : html`<a href="${target.href}" rel="noopener noreferrer nofollow">${label}</a>`
}

/** A link to an external URL named by its address in short; undefined if it is not http or https. */
export function addressLink(url: string): Html | undefined {
  const target = webUrl(url)
  return target && outsideLink(url, html`${shortAddress(target)}`)
}

/** A line that leads to an external URL, with its address in short. */
export function readOn(url: string, label: Html): Html | undefined {
  const target = webUrl(url)
  return (
    target &&
    html`<p class="read-on">${outsideLink(url, label)} <span class="soft">${shortAddress(target)}</span></p>`
  )
}

/** Only http and https without credentials: those could pass for the host. */
export function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** The address of a page in short: host and path, in ASCII, so that no letter can pass for another. */
function shortAddress({ host, pathname }: URL): string {
  const path = pathname === '/' ? '' : pathname
  const short = `${host.replace(/^www\./, '')}${path}`
  return short.length <= 80 ? short : `${short.slice(0, 79)}…`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A day in UTC; anything that is not a time is shown as given. */
export function dayOf(time: string): Html {
  const date = new Date(/^\d{4}-\d\d-\d\dT/.test(time) ? time : Number.NaN)
  return Number.isNaN(date.getTime())
    ? own(time)
    : html`<time datetime="${date.toISOString()}">${day.format(date)}</time>`
}
