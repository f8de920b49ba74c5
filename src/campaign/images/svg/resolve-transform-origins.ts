import { declarationsOf } from './style-text.ts'
import { everyElement, type SvgElement } from './svg-element.ts'
import type { Size } from './svg-size.ts'

const originProperties: ReadonlySet<string> = new Set(['transform-origin', 'transform-box'])
const inSheet = /\btransform-(?:origin|box)\s*:[^;}]*;?/gi

/**
 * Writes the origin of a transform into the transform, as the renderer supports no other origin than 0 0. Origins of elements
 * without a transform are dropped; what cannot be resolved stays, and is refused by `checkElement`.
 */
export function resolveTransformOrigins(root: SvgElement, viewBox: Size): void {
  const elements = [...everyElement(root)]
  const sheets = elements.filter(({ name }) => name === 'style')
  const isInSheets = sheets.some(({ text }) => /[{;\s]transform\s*:/i.test(text))
  const hasViewports = elements.some(
    (element) => element !== root && (element.name === 'svg' || element.name === 'symbol'),
  )
  const isTransformed = isInSheets || elements.some((element) => transformOf(element) !== undefined)
  if (!isTransformed) for (const sheet of sheets) sheet.text = sheet.text.replaceAll(inSheet, '')
  for (const element of elements) {
    const { attributes } = element
    const style = new Map(declarationsOf(attributes.get('style') ?? ''))
    const origin = style.get('transform-origin') ?? attributes.get('transform-origin')
    const box = style.get('transform-box') ?? attributes.get('transform-box') ?? 'view-box'
    if (origin === undefined && !style.has('transform-box') && !attributes.has('transform-box')) continue
    const transform = transformOf(element)
    const place = placeOf(origin ?? '0 0', hasViewports ? undefined : viewBox)
    const isKnown = box === 'view-box' && place !== undefined
    if (transform === undefined ? isInSheets : !isKnown) continue
    for (const name of originProperties) {
      attributes.delete(name)
      style.delete(name)
    }
    if (transform !== undefined && place !== undefined) {
      const [x, y] = place
      if (style.has('transform'))
        style.set('transform', `translate(${x}px,${y}px) ${transform} translate(${-x}px,${-y}px)`)
      else attributes.set('transform', `translate(${x} ${y}) ${transform} translate(${-x} ${-y})`)
    }
    if (attributes.has('style'))
      attributes.set('style', [...style].map(([property, value]) => `${property}:${value}`).join(';'))
  }
}

function transformOf({ attributes }: SvgElement): string | undefined {
  const style = new Map(declarationsOf(attributes.get('style') ?? ''))
  const transform = style.get('transform') ?? attributes.get('transform')
  return transform === undefined || /^\s*(?:none)?\s*$/.test(transform) ? undefined : transform
}

const shares: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }

/** The point that `transform-origin` names; shares are of the view box. @returns undefined for what is not known here */
function placeOf(origin: string, viewBox: Size | undefined): readonly [number, number] | undefined {
  const words = origin.trim().toLowerCase().split(/\s+/)
  const [first = '', second = 'center', depth = '0'] = words
  if (words.length > 3 || Number.parseFloat(depth) !== 0) return undefined
  const isSwapped = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second)
  const [x, y] = isSwapped ? [second, first] : [first, second]
  const at = [pixelsOf(x, viewBox?.width), pixelsOf(y, viewBox?.height)] as const
  return at[0] === undefined || at[1] === undefined ? undefined : [at[0], at[1]]
}

function pixelsOf(text: string, side: number | undefined): number | undefined {
  const [, number, unit] = /^([-+]?(?:\d+\.?\d*|\.\d+))(px|%)?$/.exec(text) ?? []
  const share = number === undefined ? shares[text] : Number(number) / 100
  if (number !== undefined && unit !== '%') return Number(number)
  return share === undefined || side === undefined ? undefined : share * side
}
