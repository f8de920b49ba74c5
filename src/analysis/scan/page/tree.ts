import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type Token,
} from 'parse5'
import type { Span } from '../page.ts'
import type { PageLimits } from './limits.ts'
import { TextTokenizer } from './text-tokenizer.ts'
import { TreeElement } from './tree-element.ts'

export type SourceElement = TreeElement
export type SourceText = DefaultTreeAdapterTypes.TextNode
export type SourceNode = DefaultTreeAdapterTypes.ChildNode

/** A part of a text node that stands in one piece in the source. */
export interface TextPiece {
  /** Offset in the text node's value. */
  textStart: number
  start: number
  end: number
}

export interface SourceTree {
  root: DefaultTreeAdapterTypes.Document
  /** More than one piece when the source has a tag inside what became one text: a stray end tag, text in a table. */
  pieces: ReadonlyMap<SourceText, readonly TextPiece[]>
  /**
   * What the source has inside `<noscript>`, in order. A browser without scripts moves it from the head into the body,
   * where nothing tells any more that nobody sees it.
   */
  noscript: readonly Span[]
  elements: number
  truncated: boolean
}

/** The tree that a browser without scripts builds, with the source position of every node. */
export function parseTree(body: string, limits: PageLimits): SourceTree {
  const pieces = new Map<SourceText, TextPiece[]>()
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
  const adapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      count()
      elements++
      if (elements > limits.elementsMax) throw new TreeFull()
      return new TreeElement(name, namespace, attributes)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    insertText(parent, text) {
      defaultTreeAdapter.insertText(parent, text)
      written = textOf(parent.childNodes.at(-1))
    },
    insertTextBefore(parent, text, reference) {
      defaultTreeAdapter.insertTextBefore(parent, text, reference)
      written = textOf(parent.childNodes[parent.childNodes.lastIndexOf(reference) - 1])
    },
    // A text's places are kept as its pieces; the parser's own bookkeeping copies an object for every word.
    getNodeSourceCodeLocation: (node) =>
      defaultTreeAdapter.isTextNode(node) ? somewhere : defaultTreeAdapter.getNodeSourceCodeLocation(node),
    updateNodeSourceCodeLocation(node, end) {
      if (!defaultTreeAdapter.isTextNode(node) && node.sourceCodeLocation)
        Object.assign(node.sourceCodeLocation, end)
    },
  }

  class PositionParser extends Parser<DefaultTreeAdapterMap> {
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
      super._insertCharacters(token)
      if (written === undefined || token.location === null) return
      const { startOffset, endOffset: end } = token.location
      // Every word is a token of its own, and nearly all continue the text of the one before.
      if (written !== current) {
        current = written
        piece = pieces.get(written)?.at(-1)
      }
      if (piece !== undefined && isOnePiece(body, piece.end, startOffset)) {
        piece.end = end
        return
      }
      const known = pieces.get(written)
      const start = startOf(body, startOffset, token.chars)
      piece = { textStart: known === undefined ? 0 : written.value.length - token.chars.length, start, end }
      if (known === undefined) {
        count()
        pieces.set(written, [piece])
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
    root: parser.document,
    pieces,
    noscript,
    elements: Math.min(elements, limits.elementsMax),
    truncated,
  }
}

const somewhere: Token.Location = {
  startLine: 0,
  startCol: 0,
  startOffset: 0,
  endLine: 0,
  endCol: 0,
  endOffset: 0,
}

/** Ends the parse from inside the tree's building: the parser has no other way to be stopped. */
class TreeFull extends Error {}

function textOf(node: SourceNode | undefined): SourceText | undefined {
  return node !== undefined && defaultTreeAdapter.isTextNode(node) ? node : undefined
}

/** Between two parts of one text stands nothing, NULs that were dropped, or markup. */
function isOnePiece(body: string, end: number, start: number): boolean {
  for (let at = end; at < start; at++) if (body.charCodeAt(at) !== 0) return false
  return start >= end
}

const entityTail = /&#?[a-z\d]{1,32};?$/i

export const patterns = [entityTail]

/** The parser places an entity at its end where it begins a text after a NUL or white space that went elsewhere. */
function startOf(body: string, offset: number, chars: string): number {
  const first = body.charCodeAt(offset)
  if (first === chars.charCodeAt(0) || first === 38 || first < 33) return offset
  return offset - (entityTail.exec(body.slice(Math.max(0, offset - 34), offset + 1))?.[0].length ?? 1) + 1
}
