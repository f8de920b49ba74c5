/** Limits for one page. Beyond a limit the page is cut, never rejected. */
export interface PageLimits {
  bodyCharsMax: number
  elementsMax: number
  /** Elements, texts and comments together. */
  nodesMax: number
  /** Deeper elements become siblings at this depth, as in Chromium. */
  depthMax: number
  /** Per element; the first ones count. */
  attributesMax: number
  attributeCharsMax: number
  /** Sum of all visible text. */
  visibleCharsMax: number
  linksMax: number
  styleCharsMax: number
  jsonLdScriptCharsMax: number
  jsonLdCharsMax: number
  jsonLdDepthMax: number
  jsonLdItemsMax: number
}

export const defaultPageLimits: PageLimits = {
  bodyCharsMax: 8 * 1024 * 1024,
  elementsMax: 20_000,
  nodesMax: 60_000,
  depthMax: 512,
  attributesMax: 128,
  attributeCharsMax: 64 * 1024,
  visibleCharsMax: 2 * 1024 * 1024,
  linksMax: 2_000,
  styleCharsMax: 512 * 1024,
  jsonLdScriptCharsMax: 512 * 1024,
  jsonLdCharsMax: 1024 * 1024,
  jsonLdDepthMax: 32,
  jsonLdItemsMax: 500,
}
