import { chooseFaces } from './choose-faces.ts'
import { cleanContent } from './clean-content.ts'
import type { Fonts } from './load-fonts.ts'

/**
 * Checks that copy can be drawn, before anything is computed for it. All styles have the same characters.
 * @throws UnsupportedScript that names the script and the first character that no font has
 */
export async function requireGlyphs(fonts: Fonts, content: string): Promise<void> {
  await chooseFaces(fonts, 'bold', cleanContent(content).paragraphs)
}
