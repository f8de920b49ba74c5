import { type Static, Type } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { OneOf, TextLike, Texts } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import type { StoredFont } from '../brand-kits/fonts.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignError, concerning } from '../errors.ts'
import { FontId } from '../requests/kit.ts'
import { forCallers, problems } from '../route-options.ts'
import { fontLimits } from './font-limits.ts'

const Font = Type.Object(
  {
    id: FontId,
    mediaType: TextLike('font/woff2'),
    family: TextLike('Source Serif 4', { description: 'As the font says.' }),
    style: TextLike('Regular'),
    glyphs: Type.Integer(),
    characters: Type.Integer(),
    scripts: Texts('ISO 15924 codes, the largest first', ['Latn', 'Cyrl']),
    isVariable: Type.Boolean({ description: 'It has a weight axis: parts are set in their own weights.' }),
    embedding: OneOf(['installable', 'editable', 'preview-and-print'], {
      description: 'What the font permits, by its OS/2.fsType.',
    }),
    warnings: Texts('What the font lacks or loses', [
      'This font has no Latin letters: a font of this service sets them',
    ]),
    bytes: Type.Integer({
      description: 'Of what is stored: the font without the tables that are never read.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Font' },
)
type Font = Static<typeof Font>

const OneFont = Type.Object({ id: FontId })
const Licence = Type.Optional(
  Text({
    pattern: '\\S',
    maxLength: fontLimits.licenceCharsMax,
    description: 'The text of the licence that allows its use; required.',
  }),
)

/** Fonts of the caller, for its brand kits. */
export function fontRoutes(routeBase: RouteBase, { fonts }: CampaignDeps) {
  return new Elysia({ name: 'campaign.fonts', prefix: '/api/fonts', tags: ['campaign'] })
    .use(routeBase)
    .post(
      '',
      async ({ body, caller, request, set }) => {
        const file = body.font
        if (file === undefined) throw campaignError('file_missing', 'font')
        const { licence } = body
        if (licence === undefined) throw campaignError('licence_missing')
        const font = await concerning('font', async () =>
          fonts.add(caller, { bytes: await file.bytes(), licence }, request.signal),
        )
        set.status = 201
        set.headers['location'] = `/api/fonts/${font.sha256}`
        return { font: shown(font) }
      },
      {
        ...forCallers,
        body: t.Object({ font: t.Optional(t.File()), licence: Licence }),
        response: {
          201: Type.Object({ font: Font }),
          ...problems(400, 401, 403, 413, 415, 422, 429, 503),
        },
        detail: {
          summary: 'Upload a font: TTF, OTF or WOFF2, detected by content, with the text of its licence',
          description:
            'A brand kit takes its `id` as `fonts.headline` or `fonts.body`. Its file is never given out. The same font again gets the new licence; fonts that no kit has are deleted after 7 days.',
          operationId: 'addFont',
        },
      },
    )
    .get('', async ({ caller }) => ({ fonts: (await fonts.list(caller.id)).map(shown) }), {
      ...forCallers,
      response: { 200: Type.Object({ fonts: Type.Array(Font) }), ...problems(401, 429) },
      detail: { summary: 'Fonts of the caller, the oldest first', operationId: 'listFonts' },
    })
    .get(
      '/:id',
      async ({ params, caller }) => {
        const font = await fonts.read(caller.id, params.id)
        return { font: { ...shown(font), licence: font.licence } }
      },
      {
        ...forCallers,
        params: OneFont,
        response: {
          200: Type.Object({
            font: Type.Composite([Font, Type.Object({ licence: TextLike('SIL Open Font License 1.1') })]),
          }),
          ...problems(400, 401, 404, 429),
        },
        detail: { summary: 'One font of the caller with its licence', operationId: 'readFont' },
      },
    )
    .delete(
      '/:id',
      async ({ params, caller }) => {
        await fonts.remove(caller, params.id)
        return { deleted: true as const }
      },
      {
        ...forCallers,
        params: OneFont,
        response: {
          200: Type.Object({ deleted: Type.Literal(true) }),
          ...problems(400, 401, 404, 409, 429),
        },
        detail: { summary: 'Delete a font that no brand kit has', operationId: 'deleteFont' },
      },
    )
}

function shown({ sha256, facts, bytes, createdAt }: StoredFont): Font {
  return { id: sha256, ...facts, bytes, createdAt: new Date(createdAt).toISOString() }
}
