/** Limits for one page. Beyond a limit the page is cut, never rejected. */
export const defaultPageLimits = {
  bodyCharsMax: 8 * 1024 * 1024,
  elementsMax: 20_000,
  /** Elements, texts and comments together. */
  nodesMax: 60_000,
  /** Deeper elements become siblings at this depth, as in Chromium. */
  depthMax: 512,
  /** Per element; the first ones count. */
  attributesMax: 128,
  attributeCharsMax: 64 * 1024,
  /** Sum of all visible text. */
  visibleCharsMax: 2 * 1024 * 1024,
  linksMax: 2_000,
  styleCharsMax: 512 * 1024,
  jsonLdScriptCharsMax: 512 * 1024,
  jsonLdCharsMax: 1024 * 1024,
  jsonLdDepthMax: 32,
  jsonLdItemsMax: 500,
}
export type PageLimits = typeof defaultPageLimits
