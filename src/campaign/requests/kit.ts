import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Exactly, OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import { Controls, CopyControls, HexColor, LayoutName, overlayModes, ToneName } from '../compose/controls.ts'
import { formatIds } from '../compose/formats.ts'
import { AssetUrl, exampleSha256, FileSha256, ScenePrompt } from '../field-schemas.ts'

export const demoKitId = 'demo-launch'

export const kitIdPattern = '^[a-z0-9][a-z0-9-]{0,62}$'

export const KitId = Type.String({
  pattern: kitIdPattern,
  description: 'lower-case letters, digits and hyphens, at most 63 characters',
  examples: ['demo-launch'],
})

export const OverlayModeName = OneOf(overlayModes, {
  description: 'A preset that shapes the scene under logo and copy.',
})

export const FormatList = Type.Array(OneOf(formatIds), {
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
})

export const promptCharsMax = 2_000
export const urlCharsMax = 2_048

const Prompt = Text({ maxLength: promptCharsMax, description: 'What the scene shows.' })
const ImageUrl = Type.String({
  minLength: 1,
  maxLength: urlCharsMax,
  description: 'A public HTTP(S) image URL.',
})

/** Forms of one mark for grounds on which the logo itself cannot be read, and for little room. */
export const logoVariantNames = ['light', 'dark', 'icon'] as const
export type LogoVariantName = (typeof logoVariantNames)[number]

function ofVariants<Schema extends TSchema>(schema: Schema, description: string) {
  const optional = Type.Optional(schema)
  return Type.Object(
    { light: optional, dark: optional, icon: optional },
    { additionalProperties: false, description },
  )
}

export const FontId = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The id of an uploaded font: SHA-256 of its file, in hexadecimal.',
  examples: [exampleSha256],
})

function ofFontUses<Schema extends TSchema>(schema: Schema, description: string) {
  const optional = Type.Optional(schema)
  return Type.Object({ headline: optional, body: optional }, { additionalProperties: false, description })
}

/** Body of a request that creates a kit or its next version. */
export const KitRequest = Exactly({
  id: Type.Optional(KitId),
  name: Text({ pattern: '\\S', maxLength: 120 }),
  logoUrl: Type.Optional(ImageUrl),
  logoVariants: Type.Optional(
    ofVariants(
      ImageUrl,
      'Other forms of the logo: light for dark grounds, dark for light ones, an icon for little room. Each asset has the first that can be read.',
    ),
  ),
  fonts: Type.Optional(
    ofFontUses(
      FontId,
      'Uploaded fonts of the caller for headlines and for all other parts; characters that they lack come from the fonts of this service.',
    ),
  ),
  text: Type.Optional(CopyControls),
  controls: Type.Optional(Controls),
  palette: Type.Optional(Type.Array(HexColor, { maxItems: 12 })),
  formats: Type.Optional(FormatList),
  overlayMode: Type.Optional(OverlayModeName),
  layout: Type.Optional(LayoutName),
  tone: Type.Optional(ToneName),
  prompt: Type.Optional(Prompt),
  approved: Type.Optional(Type.Boolean()),
})
export type KitRequest = Static<typeof KitRequest>

const KitLogo = Type.Object({
  url: AssetUrl,
  sha256: FileSha256,
  width: Type.Integer(),
  height: Type.Integer(),
  mediaType: TextLike('image/png'),
})
export type KitLogo = Static<typeof KitLogo>

const KitFont = Type.Object({ id: FontId, family: TextLike('Source Serif 4'), style: TextLike('Regular') })

/** A kit as returned: one of its versions. */
export const Kit = Type.Object(
  {
    id: KitId,
    version: Type.Integer({ minimum: 1 }),
    name: TextLike('Larkfield'),
    approved: Type.Boolean(),
    digest: TextLike(exampleSha256, {
      description: 'SHA-256 of the kit in canonical form (RFC 8785), without its times.',
    }),
    logo: Type.Optional(KitLogo),
    logoUrl: Type.Optional(AssetUrl),
    logoVariants: Type.Optional(ofVariants(KitLogo, 'Other forms of the logo.')),
    fonts: Type.Optional(ofFontUses(KitFont, 'Fonts of the copy.')),
    text: CopyControls,
    controls: Controls,
    palette: Type.Array(HexColor),
    formats: FormatList,
    overlayMode: Type.Optional(OverlayModeName),
    layout: Type.Optional(LayoutName),
    tone: Type.Optional(ToneName),
    prompt: Type.Optional(ScenePrompt),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'BrandKit' },
)
export type Kit = Static<typeof Kit>

/** One version of a kit in a list. */
export const KitVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  name: TextLike('Larkfield'),
  approved: Type.Boolean(),
  digest: TextLike(exampleSha256, {
    description: '`digest` of that version',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  current: Type.Boolean({ description: 'Whether runs without a pin use it' }),
})
export type KitVersion = Static<typeof KitVersion>

/** Content of one kit version, as stored and digested. */
export type KitContent = Omit<KitRequest, 'id' | 'logoUrl' | 'logoVariants' | 'fonts'> & {
  /** SHA-256 of the masters. */
  logoVariants?: Partial<Record<LogoVariantName, string>>
  text: CopyControls
  controls: Controls
  palette: string[]
  formats: Static<typeof FormatList>
  approved: boolean
}

export function contentOf(request: KitRequest): KitContent {
  const { id: _, logoUrl: __, logoVariants: ___, fonts: ____, ...rest } = request
  return {
    ...rest,
    text: request.text ?? {},
    controls: request.controls ?? {},
    palette: request.palette ?? [],
    formats: request.formats ?? [...formatIds],
    approved: request.approved ?? true,
  }
}
