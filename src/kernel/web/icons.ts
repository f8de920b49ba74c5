import { type Html, html } from './html.ts'

/** The mark of this service: three stones on each other. */
export const stones = html`<ellipse cx="16" cy="26" rx="13" ry="4.6"/><ellipse cx="16.6" cy="16.8" rx="9" ry="4.1"/><ellipse cx="15.6" cy="8.4" rx="5.6" ry="3.7"/>`

/** The icon of all pages, as a file. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b7a69">${stones}</svg>`

const ring = html`<circle cx="8" cy="8" r="6.2"/>`
const disc = html`<circle cx="8" cy="8" r="7" fill="currentColor" stroke="none"/>`
const bolt = html`<path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8Z"/>`

/** An outline stands for what is not final; a filled shape for what is. */
const shapes = {
  open: ring,
  quarter: html`${ring}<path d="M8 8V3.6A4.4 4.4 0 0 1 12.4 8Z" fill="currentColor" stroke="none"/>`,
  half: html`${ring}<path d="M8 3.6a4.4 4.4 0 0 1 0 8.8Z" fill="currentColor" stroke="none"/>`,
  warning: html`<path d="M8 1.8 15 14H1Z"/><path d="M8 6.4v3.4M8 11.9v.1"/>`,
  tick: html`${ring}<path d="m5.3 8.2 1.9 1.9 3.5-4"/>`,
  done: html`${disc}<path d="m5 8.2 2.1 2.1 3.9-4.4" stroke="var(--card)" stroke-width="1.9"/>`,
  cross: html`${ring}<path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4"/>`,
  back: html`${ring}<path d="M11 8H5.2m2.2-2.3L5 8l2.4 2.3"/>`,
  returned: html`${disc}<path d="M11.2 8H5m2.3-2.4L4.8 8l2.5 2.4" stroke="var(--card)" stroke-width="1.9"/>`,
  running: html`<path d="M8 1.8a6.2 6.2 0 1 0 6.2 6.2"/>`,
  fault: bolt,
  up: html`<path d="M8 13V3M4 7l4-4 4 4"/>`,
  down: html`<path d="M8 3v10M4 9l4 4 4-4"/>`,
  clock: html`${ring}<path d="M8 4.5V8l2.4 1.6"/>`,
  off: html`${ring}<path d="M4 12 12 4"/>`,
} as const

export type IconName = keyof typeof shapes

/** Decoration: the word beside it says the same. */
export function icon(name: IconName): Html {
  return html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes[name]}</svg>`
}

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'soft'

/** A state: shape and word first, its colour repeats them. */
export function stateMark(name: IconName, tone: Tone, word: string, { pill = false } = {}): Html {
  return html`<span class="state ${tone}${pill && ' pill'}">${icon(name)}${word}</span>`
}
