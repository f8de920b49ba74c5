/** What a font of a brand kit is used for: headlines with large numbers, and all other parts. */
export const fontUses = ['headline', 'body'] as const
export type FontUse = (typeof fontUses)[number]
