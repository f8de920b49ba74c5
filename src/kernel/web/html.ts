/**
 * Markup that is safe to send. Nothing but `html` and `markdown` makes it, so that no text from outside can pass for it. Libraries
 * such as hono/html keep bidi controls and noncharacters, and let a plain string pass as markup.
 */
export class Html {
  readonly #markup: string
  constructor(parts: readonly string[], values: readonly Shown[]) {
    this.#markup = parts.reduce((text, part, index) => `${text}${markupOf(values[index - 1])}${part}`)
  }
  toString(): string {
    return this.#markup
  }
}

/** What may stand in a template: texts are escaped, markup is not, and undefined and false show nothing. */
export type Shown = string | number | Html | readonly Html[] | undefined | false

/** Template for markup; texts may stand as content and as values of quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Shown[]): Html {
  return new Html(parts, values)
}

function markupOf(value: Shown): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  return typeof value === 'object' ? value.join('') : escapeHtml(String(value))
}

/** A text as it may stand in a page. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * A text without what would let it look like something else: characters that change the order of letters and invisible
 * tags are removed, and controls become replacement characters. Browser scripts use it too, as lit-html keeps them.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu, '')
    .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/gu, '\ufffd')
}
