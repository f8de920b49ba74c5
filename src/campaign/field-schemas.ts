import { Type } from '@sinclair/typebox'
import { TextLike, Texts } from '../kernel/http/schema-parts.ts'

/*
 * Fields that several answers of the area have, with examples of their true form.
 */

export const exampleSha256 = '920cee3947d3a72d4e5bc34f316ad72315e32a9edb42bb6b34ad4599969136af'
const pixelSha256 = 'cacef990e2072e42053eef133d6933fbb6ed300fdaa5140c66830c47ecc64b74'

export const FileSha256 = TextLike(exampleSha256)
export const PixelSha256 = TextLike(pixelSha256)
export const AssetsSha256 = TextLike('f06dc47fc1e87b40f01e16560b4973cbb4003a5140b67aa6cd9d26e781180597')

export const DraftId = TextLike('d_Ixb3TLgXBP2Dne97')
export const ReceiptId = TextLike('r_-BsZ4sJHFmc3ObtE')
export const AssetUrl = TextLike(`https://cairn.example/assets/${exampleSha256}.png`, { format: 'uri' })
export const PreviewUrl = TextLike(`https://cairn.example/assets/${pixelSha256}.webp`, { format: 'uri' })

export const UsedKit = Type.Object({ id: TextLike('demo-launch'), version: Type.Integer({ examples: [1] }) })
export const UsedLayout = TextLike('framed')
export const SceneProvider = TextLike('procedural')
export const SceneFamily = TextLike('ocean')
export const FormatName = TextLike('square')
export const FormatNames = Texts('Formats of the assets', ['square'])

export const Brief = TextLike('Summer launch over a calm sea. Headline "Made for slow mornings".')
export const ScenePrompt = TextLike('Summer launch over a calm sea.')
export const Reviewer = TextLike('Ada Marsh')
export const Note = TextLike('Move the logo into the corner')

export const Warnings = Texts('What could not be done as asked', [
  'The picture does not show the subject: give a photo as baseImageUrl',
])
