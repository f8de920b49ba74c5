import type { AppError } from '../../../kernel/runtime/app-error.ts'
import { imageRejected } from '../../errors.ts'

/** An element of the SVG namespace that is drawn, or that others refer to. */
export interface SvgElement {
  name: string
  /** Without those of other namespaces; `xlink:href` is `href`. */
  attributes: Map<string, string>
  children: SvgElement[]
  /** The style sheet of a `style` element; empty for all others. */
  text: string
  /** Of the source, from 1. */
  line: number
}

/** @param state such as `the attribute onload on <svg>` */
export function svgRejected(element: Pick<SvgElement, 'line'>, state: string, need: string): AppError {
  return imageRejected(`has ${state} (line ${element.line})`, need)
}

/** The element and all below it, in document order. */
export function* everyElement(root: SvgElement): Generator<SvgElement> {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element
    waiting.push(...element.children.toReversed())
  }
}
