import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type Token,
} from 'parse5'
import type { PageLimits } from './limits.ts'

export type SourceElement = DefaultTreeAdapterTypes.Element
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
  elements: number
  truncated: boolean
}

/** The tree that a browser without scripts builds, with the source position of every node. */
export function parseTree(body: string, limits: PageLimits): SourceTree {
  const pieces = new Map<SourceText, TextPiece[]>()
  let elements = 0
  let nodes = 0
  let written: SourceText | undefined

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
      return defaultTreeAdapter.createElement(name, namespace, attributes)
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
  }

  class PositionParser extends Parser<DefaultTreeAdapterMap> {
    override _insertCharacters(token: Token.CharacterToken): void {
      super._insertCharacters(token)
      if (written === undefined || token.location === null) return
      const { startOffset: start, endOffset: end } = token.location
      const known = pieces.get(written)
      const last = known?.at(-1)
      if (known === undefined) {
        count()
        pieces.set(written, [{ textStart: 0, start, end }])
      } else if (last !== undefined && isOnePiece(body, last.end, start)) {
        last.end = end
      } else {
        known.push({ textStart: written.value.length - token.chars.length, start, end })
      }
    }
  }

  const parser = new PositionParser({
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    treeAdapter: adapter,
  })
  let truncated = false
  try {
    parser.tokenizer.write(body, true)
  } catch (error) {
    if (!(error instanceof TreeFull)) throw error
    truncated = true
  }
  return { root: parser.document, pieces, elements: Math.min(elements, limits.elementsMax), truncated }
}

export function attributeOf(source: SourceElement, name: string): string | undefined {
  return source.attrs.find((attribute) => attribute.name === name)?.value
}

/** Ends the parse from inside the tree's building: the parser has no other way to be stopped. */
class TreeFull extends Error {}

function textOf(node: SourceNode | undefined): SourceText | undefined {
  return node !== undefined && defaultTreeAdapter.isTextNode(node) ? node : undefined
}

/** Between two parts of one text stands nothing, a NUL that was dropped, or markup, which begins with `<`. */
function isOnePiece(body: string, end: number, start: number): boolean {
  return start === end || (start > end && body.charCodeAt(end) === 0)
}
