import { Parser, type Token } from 'parse5'
import { type DomTreeMap, domTreeAdapter } from './dom-tree.ts'
import type { PageLimits } from './limits.ts'
import type { Span } from './page.ts'
import { TextTokenizer } from './text-tokenizer.ts'

/** A contiguous part of a text node in the source. */
export interface TextPiece {
  /** Offset in the text node's value. */
  textStart: number
  start: number
  end: number
}

const pieces: unique symbol = Symbol('pieces')
type SourceText = Text & { [pieces]?: TextPiece[] }

/** More than one piece when the source has a tag inside a text node: an unmatched end tag, text in a table. */
export const piecesOf = (text: SourceText): readonly TextPiece[] => text[pieces] ?? []

export interface SourceTree {
  document: Document
  /**
   * Source spans of `<noscript>`, in order. A browser without scripts moves its content from the head into the body,
   * where it would count as visible.
   */
  noscript: readonly Span[]
  elements: number
  truncated: boolean
}

/** The tree that a browser without scripts builds, with the source position of every node. */
export function parseTree(body: string, limits: PageLimits): SourceTree {
  const noscript: Span[] = []
  let elements = 0
  let nodes = 0
  let written: SourceText | undefined
  let current: SourceText | undefined
  let piece: TextPiece | undefined

  const count = () => {
    nodes++
    if (nodes > limits.nodesMax) throw new TreeFull()
  }
  const adapter = domTreeAdapter(limits, {
    count(kind) {
      count()
      if (kind === 'element') elements++
      if (elements > limits.elementsMax) throw new TreeFull()
    },
    written(text) {
      written = text
    },
  })

  class PositionParser extends Parser<DomTreeMap> {
    override onStartTag(token: Token.TagToken): void {
      super.onStartTag(token)
      if (token.tagName === 'noscript' && token.location)
        noscript.push({ start: token.location.startOffset, end: body.length })
    }

    override onEndTag(token: Token.TagToken): void {
      super.onEndTag(token)
      const last = noscript.at(-1)
      if (token.tagName === 'noscript' && token.location && last?.end === body.length)
        last.end = token.location.endOffset
    }

    override _insertCharacters(token: Token.CharacterToken): void {
      // Text positions are stored as pieces; the parser's own bookkeeping lists all siblings for every text.
      const { location } = token
      token.location = null
      super._insertCharacters(token)
      token.location = location
      if (written === undefined || location === null) return
      const { startOffset, endOffset: end } = location
      // Most tokens continue the text of the previous one.
      if (written !== current) {
        current = written
        piece = piecesOf(written).at(-1)
      }
      if (piece !== undefined && isOnePiece(body, piece.end, startOffset)) {
        piece.end = end
        return
      }
      const known = written[pieces]
      const start = startOf(body, startOffset, token.chars)
      piece = { textStart: known === undefined ? 0 : written.data.length - token.chars.length, start, end }
      if (known === undefined) {
        count()
        written[pieces] = [piece]
      } else {
        known.push(piece)
      }
    }
  }

  const parser = new PositionParser({
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    treeAdapter: adapter,
  })
  parser.tokenizer = new TextTokenizer(parser)
  let truncated = false
  try {
    parser.tokenizer.write(body, true)
  } catch (error) {
    if (!(error instanceof TreeFull)) throw error
    truncated = true
  }
  return {
    document: parser.document,
    noscript,
    elements: Math.min(elements, limits.elementsMax),
    truncated,
  }
}

/** Thrown by the tree adapter to stop the parser. */
class TreeFull extends Error {}

/** Whether only NULs, which are dropped, separate two parts of a text in the source. */
function isOnePiece(body: string, end: number, start: number): boolean {
  for (let at = end; at < start; at++) if (body.charCodeAt(at) !== 0) return false
  return start >= end
}

const entityTail = /&#?[a-z\d]{1,32};?$/i

/** For an entity at the start of a text after a NUL or moved white space the parser reports its end. */
function startOf(body: string, offset: number, chars: string): number {
  const first = body.charCodeAt(offset)
  if (first === chars.charCodeAt(0) || first === 38 || first < 33) return offset
  return offset - (entityTail.exec(body.slice(Math.max(0, offset - 34), offset + 1))?.[0].length ?? 1) + 1
}
