import { html, nothing, type TemplateResult } from 'lit-html'
import type { Status } from '../texts.ts'

export type View = TemplateResult | typeof nothing

export function badge({ label, tone }: Status): View {
  return html`<span class="badge ${tone}">${label}</span>`
}

export function property(name: string, value: unknown): View {
  return value === undefined ? nothing : html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}
