import { InsertionMode, type Parser, Token, Tokenizer } from 'parse5'
import type { DomTreeMap } from './dom-tree.ts'

/** Where the parser inserts white space and words alike. */
const sameForBoth: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CELL,
  InsertionMode.TEXT,
])

/**
 * Keeps a text in one piece. The parser's own tokenizer makes a token of every word and of every blank between two,
 * which takes half of the time that a page takes; only few places, such as tables, tell the two apart.
 */
export class TextTokenizer extends Tokenizer {
  readonly #parser: Parser<DomTreeMap>

  constructor(parser: Parser<DomTreeMap>) {
    super({ sourceCodeLocationInfo: true }, parser)
    this.#parser = parser
  }

  protected override _ensureCharacterToken(type: Token.CharacterToken['type']): void {
    const token = this.currentCharacterToken
    if (token !== null && isText(token.type) && isText(type) && this.#isSameForBoth()) {
      token.type = Token.TokenType.CHARACTER
      return
    }
    super._ensureCharacterToken(type)
  }

  #isSameForBoth(): boolean {
    // The line break right after `<pre>` is left out when it stands in a token of white space.
    return sameForBoth.has(this.#parser.insertionMode) && !this.#parser.skipNextNewLine
  }
}

function isText(type: Token.TokenType): boolean {
  return type === Token.TokenType.CHARACTER || type === Token.TokenType.WHITESPACE_CHARACTER
}
