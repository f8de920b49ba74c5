import { type Static, Type } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { TextLike, Texts } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignLimits } from '../entitlements/limits.ts'
import { campaignError, concerning } from '../errors.ts'
import { exampleSha256 } from '../field-schemas.ts'
import { KitId } from '../requests/kit.ts'
import { forCallers, problems } from '../route-options.ts'
import type { StoredPhoto } from './photos.ts'

const nameCharsMax = 120
const tagsMax = 20
const tagCharsMax = 40

const Photo = Type.Object(
  {
    id: TextLike(exampleSha256, {
      description: 'SHA-256 of the stored file, in hexadecimal.',
    }),
    url: TextLike(
      'https://cairn.example/assets/920cee3947d3a72d4e5bc34f316ad72315e32a9edb42bb6b34ad4599969136af.png',
      {
        format: 'uri',
        description: 'The stored file; a run takes it as `baseImageUrl`, and a cut-out as `productUrl`.',
      },
    ),
    name: TextLike('Terrace at dawn'),
    tags: Texts('Words that a brief is compared with', ['terrace', 'morning']),
    width: Type.Integer(),
    height: Type.Integer(),
    bytes: Type.Integer(),
    mediaType: TextLike('image/webp'),
    hasAlpha: Type.Boolean({ description: 'Whether it is a cut-out, with transparent pixels.' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Photo' },
)
type Photo = Static<typeof Photo>

const KitOfPhoto = Type.Object({ id: KitId })
const OnePhoto = Type.Object({ id: KitId, photo: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** Photo libraries of brand kits. */
export function photoRoutes(routeBase: RouteBase, { photos, urls }: CampaignDeps) {
  const shown = (stored: StoredPhoto): Photo => {
    const { kitId: _, owner: __, sha256, tags, createdAt, ...row } = stored
    const at = new Date(createdAt).toISOString()
    return { id: sha256, url: urls.photo(stored), ...row, tags: JSON.parse(tags), createdAt: at }
  }
  return new Elysia({
    name: 'campaign.photos',
    prefix: '/api/brand-kits/:id/photos',
    tags: ['campaign'],
  })
    .use(routeBase)
    .post(
      '',
      async ({ params, body, caller, request, set }) => {
        const file = body.photo
        if (file === undefined) throw campaignError('file_missing', 'photo')
        const tags = tagsIn(body.tags ?? '')
        const name = body.name ?? nameOf(file.name)
        const photo = await concerning('photo', async () =>
          photos.add({ caller, kitId: params.id }, { bytes: await file.bytes(), name, tags }, request.signal),
        )
        set.status = 201
        set.headers['location'] = `/api/brand-kits/${params.id}/photos/${photo.sha256}`
        return { photo: shown(photo) }
      },
      {
        ...forCallers,
        bodyBytesMax: campaignLimits.photoBodyBytes,
        params: KitOfPhoto,
        body: t.Object({
          photo: t.Optional(t.File()),
          name: Type.Optional(
            Text({
              pattern: '\\S',
              maxLength: nameCharsMax,
              description: 'What it shows; else the name of the file.',
            }),
          ),
          tags: Type.Optional(
            Text({
              maxLength: tagsMax * (tagCharsMax + 2),
              description: `At most ${tagsMax} words or phrases of ${tagCharsMax} characters, separated by commas.`,
            }),
          ),
        }),
        response: {
          201: Type.Object({ photo: Photo }),
          ...problems(400, 401, 403, 404, 413, 415, 422, 429, 503),
        },
        detail: {
          summary: 'Add a photo to a brand kit: PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG, detected by content',
          description:
            'It is stored upright and in sRGB without its metadata. A run of the kit without a picture takes the photo whose tags, or words of its name, are in the command. The same photo again gets the new name and tags.',
          operationId: 'addPhoto',
        },
      },
    )
    .get(
      '',
      async ({ params, caller }) => ({
        photos: (await photos.list({ caller, kitId: params.id })).map(shown),
      }),
      {
        ...forCallers,
        params: KitOfPhoto,
        response: {
          200: Type.Object({ photos: Type.Array(Photo) }),
          ...problems(400, 401, 404, 429),
        },
        detail: { summary: 'Photos of a brand kit, the oldest first', operationId: 'listPhotos' },
      },
    )
    .get(
      '/:photo',
      async ({ params, caller }) => ({
        photo: shown(await photos.read({ caller, kitId: params.id }, params.photo)),
      }),
      {
        ...forCallers,
        params: OnePhoto,
        response: {
          200: Type.Object({ photo: Photo }),
          ...problems(400, 401, 404, 429),
        },
        detail: { summary: 'One photo of a brand kit', operationId: 'readPhoto' },
      },
    )
    .delete(
      '/:photo',
      async ({ params, caller }) => {
        await photos.remove({ caller, kitId: params.id }, params.photo)
        return { deleted: true as const }
      },
      {
        ...forCallers,
        params: OnePhoto,
        response: {
          200: Type.Object({ deleted: Type.Literal(true) }),
          ...problems(400, 401, 403, 404, 429),
        },
        detail: {
          summary: 'Delete a photo of a brand kit',
          description: 'Its file is removed with the last draft that was made with it.',
          operationId: 'deletePhoto',
        },
      },
    )
}

/** @throws tags_malformed */
function tagsIn(text: string): string[] {
  const tags = [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
  if (tags.length > tagsMax || tags.some((tag) => tag.length > tagCharsMax))
    throw campaignError('tags_malformed', tagsMax, tagCharsMax)
  return tags
}

/** The name of a file without its extension. */
function nameOf(file: string): string {
  const bare = file
    .replace(/\.\w{1,5}$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
  return bare === '' ? 'Photo' : bare.slice(0, nameCharsMax)
}
