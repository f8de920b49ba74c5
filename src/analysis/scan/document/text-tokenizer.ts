import { InsertionMode, type Parser, Token, Tokenizer } from 'parse5'
import type { DomTreeMap } from './dom-tree.ts'

/** Insertion modes that treat white space and words alike. */
const sameForBoth: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CELL,
  InsertionMode.TEXT,
])

/**
 * Emits one token per text. The parser's own tokenizer emits each word and each blank separately, which takes half of
 * the parse time; only a few insertion modes, such as tables, distinguish them.
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
    // The line break right after `<pre>` is dropped only as a token of white space.
    return sameForBoth.has(this.#parser.insertionMode) && !this.#parser.skipNextNewLine
  }
}

function isText(type: Token.TokenType): boolean {
  return type === Token.TokenType.CHARACTER || type === Token.TokenType.WHITESPACE_CHARACTER
}
