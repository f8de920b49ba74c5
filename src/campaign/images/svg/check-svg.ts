import { campaignError, countText, imageRejected } from '../../errors.ts'
import { decodePixels } from '../decode-pixels.ts'
import { type ImageLimits, logoLimits } from '../image-limits.ts'
import { knownImageType } from '../image-type.ts'
import { sharp } from '../restricted-sharp.ts'
import { xmlText } from '../xml-text.ts'
import { checkElement } from './check-element.ts'
import { checkExpansion } from './check-expansion.ts'
import features from './features.json'
import { parseSvg } from './parse-svg.ts'
import { declarationsOf, rulesOf } from './style-text.ts'
import { everyElement, type SvgElement, svgRejected } from './svg-element.ts'
import { type Size, svgSize, viewBoxOf } from './svg-size.ts'
import { writeSvg } from './write-svg.ts'

/** An SVG that contains only shapes and has no external references. */
export interface CheckedSvg {
  /** Serialised again, in UTF-8, from the checked tree. */
  svg: Uint8Array
  /** In CSS pixels; may be fractions. */
  size: Size
}

const invisible: ReadonlySet<string> = new Set(features.invisibleElements)

/**
 * Parses an SVG, refuses what is not a still picture made of shapes in sRGB, and serialises it again.
 * @throws image_rejected that names the element or the attribute at fault and its line
 */
export async function checkSvg(bytes: Uint8Array): Promise<CheckedSvg> {
  const text = xmlText(bytes)
  if (text === undefined) throw imageRejected('is not text in its declared encoding', 'save it as UTF-8')
  const root = parseSvg(text)
  removeInvisible(root)
  const size = svgSize(root)
  const viewBox = viewBoxOf(root) ?? size
  // Without a viewBox, user units would stay pixels at every size that the SVG is drawn in.
  if (!root.attributes.has('viewBox')) root.attributes.set('viewBox', `0 0 ${size.width} ${size.height}`)
  removeFontFaces(root)
  resolveVariables(root)
  resolveTransformOrigins(root, viewBox)
  for (const element of everyElement(root)) checkElement(element, viewBox)
  checkExpansion(root)
  await embedImages(root)
  return { svg: new TextEncoder().encode(writeSvg(root, size)), size }
}

/** Without text, which is refused, no font is used. */
function removeFontFaces(root: SvgElement) {
  for (const element of everyElement(root))
    if (element.name === 'style') element.text = element.text.replaceAll(/@font-face\s*\{[^}]*\}/gi, '')
}

function removeInvisible(root: SvgElement) {
  for (const element of everyElement(root)) {
    element.children = element.children.filter(({ name }) => !invisible.has(name))
  }
}

/** Of all images in one SVG together. */
const pixelsMax = 4_000_000

/**
 * Replaces each embedded PNG and JPEG by the same pixels as sRGB PNG: the renderer of SVG applies neither colour profiles
 * nor EXIF orientation, and has no limits for what it decodes.
 * @throws image_rejected for references to anything but embedded PNG and JPEG, and for images that are refused
 */
async function embedImages(root: SvgElement): Promise<void> {
  let pixelsLeft = pixelsMax
  for (const element of everyElement(root)) {
    if (element.name !== 'image') continue
    const raster = await decodeEmbedded(element, { ...logoLimits, pixelsMax: pixelsLeft })
    pixelsLeft -= raster.width * raster.height
    const png = await sharp(raster.data, { raw: raster }).png().toBuffer()
    element.attributes.set('href', `data:image/png;base64,${png.toString('base64')}`)
  }
}

async function decodeEmbedded(element: SvgElement, limits: ImageLimits) {
  const href = element.attributes.get('href') ?? ''
  const [, base64] = /^\s*data:[^,]{0,100};base64,([a-z0-9+/=\s]*)$/i.exec(href) ?? []
  if (base64 === undefined) {
    throw svgRejected(
      element,
      `the reference "${href.slice(0, 60)}" on <image>`,
      'embed the image as data:image/png;base64 or data:image/jpeg;base64',
    )
  }
  const bytes = Buffer.from(base64, 'base64')
  const type = embeddedType(element, bytes)
  try {
    return await decodePixels(bytes, type, limits)
  } catch (error) {
    if (!campaignError.is(error, 'image_rejected')) throw error
    const [state] = error.values
    const need = `embed an intact image; all together may have ${countText(pixelsMax)} pixels`
    throw svgRejected(element, `an embedded image that ${state}`, need)
  }
}

function embeddedType(element: SvgElement, bytes: Uint8Array): 'image/png' | 'image/jpeg' {
  const type = knownImageType(bytes)
  if (type === 'image/png' || type === 'image/jpeg') return type
  throw svgRejected(element, `an embedded image that is ${type ?? 'of an unknown type'}`, 'embed PNG or JPEG')
}

const originProperties: ReadonlySet<string> = new Set(['transform-origin', 'transform-box'])
const inSheet = /\btransform-(?:origin|box)\s*:[^;}]*;?/gi

/**
 * Writes the origin of a transform into the transform, as the renderer supports no other origin than 0 0. Origins of elements
 * without a transform are dropped; what cannot be resolved stays, and is refused by `checkElement`.
 */
function resolveTransformOrigins(root: SvgElement, viewBox: Size): void {
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

const nestingMax = 10
const insertedCharsMax = 1_000_000
const rootSelectors: ReadonlySet<string> = new Set([':root', 'svg', ':root,svg', '*'])

interface Variable {
  value: string
  /** Defined for all elements, with one value. */
  isGlobal: boolean
}

/**
 * Replaces `var(--name)` by the value of a custom property that the root defines, or by its fallback, as the renderer has
 * neither.
 * @throws image_rejected for a variable without value, and for one that is not the same for all elements
 */
function resolveVariables(root: SvgElement): void {
  const elements = [...everyElement(root)]
  const textsOf = ({ attributes, text }: SvgElement) => [...attributes.values(), text]
  if (!elements.some((element) => textsOf(element).some((text) => text.includes('var(')))) return
  const variables = variablesOf(root, elements)
  let inserted = 0
  const resolve = (element: SvgElement, text: string, level = 0): string =>
    replaceCalls(text, (name, fallback) => {
      const variable = variables.get(name)
      if (level > nestingMax || variable?.isGlobal === false) {
        throw svgRejected(
          element,
          `the variable ${name.slice(0, 40)}, which is not the same for all elements`,
          'write its value in its place',
        )
      }
      const value = variable?.value ?? fallback
      if (value === undefined)
        throw svgRejected(element, `the variable ${name.slice(0, 40)} without a value`, 'define it on :root')
      const resolved = resolve(element, value, level + 1).trim()
      inserted += resolved.length
      if (inserted > insertedCharsMax)
        throw svgRejected(element, 'variables that stand for too much text', 'write values in their place')
      return resolved
    })
  for (const element of elements) {
    for (const [name, value] of element.attributes)
      if (value.includes('var(')) element.attributes.set(name, resolve(element, value))
    if (element.text.includes('var(')) element.text = resolve(element, element.text)
  }
}

function variablesOf(root: SvgElement, elements: readonly SvgElement[]): Map<string, Variable> {
  const variables = new Map<string, Variable>()
  const define = (name: string, value: string, isOnRoot: boolean) => {
    if (!name.startsWith('--')) return
    const known = variables.get(name)
    const isGlobal = isOnRoot && (known === undefined || (known.isGlobal && known.value === value))
    variables.set(name, { value, isGlobal })
  }
  for (const element of elements) {
    for (const [name, value] of declarationsOf(element.attributes.get('style') ?? ''))
      define(name, value, element === root)
    if (element.name !== 'style') continue
    for (const { prelude, declarations, within } of rulesOf(element.text)) {
      // Media for which the logo is not drawn.
      if (within.length > 0) continue
      for (const [name, value] of declarations ?? [])
        define(name, value, rootSelectors.has(prelude.replaceAll(/\s/g, '')))
    }
  }
  return variables
}

/** Replaces every `var(name, fallback)` outside of others. */
function replaceCalls(
  text: string,
  replacementOf: (name: string, fallback: string | undefined) => string,
): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('var('); at >= 0; at = text.indexOf('var(', from)) {
    const start = at + 'var('.length
    let end = start
    for (let depth = 1; end < text.length; end += 1) {
      if (text[end] === '(') depth += 1
      else if (text[end] === ')') depth -= 1
      if (depth === 0) break
    }
    const inside = text.slice(start, end)
    const comma = inside.indexOf(',')
    const name = (comma < 0 ? inside : inside.slice(0, comma)).trim()
    result += text.slice(from, at) + replacementOf(name, comma < 0 ? undefined : inside.slice(comma + 1))
    from = end + 1
  }
  return result + text.slice(from)
}
