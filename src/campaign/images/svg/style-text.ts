/** A CSS declaration; the property in lower case. */
export type Declaration = readonly [property: string, value: string]

/** The declarations of a `style` attribute or of the block of a rule. */
export function declarationsOf(css: string): Declaration[] {
  return splitStatements(withoutComments(css)).flatMap((statement) => {
    const colon = statement.indexOf(':')
    if (colon < 0) return []
    return [[statement.slice(0, colon).trim().toLowerCase(), statement.slice(colon + 1).trim()] as const]
  })
}

/** A block of a style sheet with what stands before it, or a statement without a block such as `@import`. */
export interface StyleRule {
  prelude: string
  /** Undefined for a statement. */
  declarations: Declaration[] | undefined
  /** Of the blocks around it, from the outermost. */
  within: readonly string[]
}

/** The rules of a style sheet; braces inside quotes are not recognised. */
export function rulesOf(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  const open: string[] = []
  let text = ''
  const addStatements = (statements: readonly string[]) => {
    for (const prelude of statements) {
      if (prelude.startsWith('@')) rules.push({ prelude, declarations: undefined, within: [...open] })
    }
  }
  for (const part of withoutComments(css).split(/([{}])/)) {
    if (part === '{') {
      const statements = splitStatements(text)
      const prelude = statements.pop() ?? ''
      addStatements(statements)
      open.push(prelude)
      text = ''
    } else if (part === '}') {
      const prelude = open.pop() ?? ''
      rules.push({ prelude, declarations: declarationsOf(text), within: [...open] })
      text = ''
    } else text = part
  }
  addStatements(splitStatements(text))
  return rules
}

/** What the values refer to by `url(...)`, such as `#shade`. */
export function urlsOf(value: string): string[] {
  return [...value.matchAll(/\burl\(\s*["']?\s*([^"')\s]*)/gi)].map(([, target = '']) => target)
}

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/<!--|-->/g, '')
}

/** Splits at semicolons outside of quotes and parentheses. */
function splitStatements(css: string): string[] {
  const statements: string[] = []
  let from = 0
  let depth = 0
  let quote: string | undefined
  for (let at = 0; at < css.length; at += 1) {
    const char = css[at]
    if (quote !== undefined) quote = char === quote ? undefined : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === ';' && depth <= 0) {
      statements.push(css.slice(from, at).trim())
      from = at + 1
    }
  }
  statements.push(css.slice(from).trim())
  return statements.filter((statement) => statement !== '')
}
