import { Type } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import { hasEtag } from '../../kernel/http/cached-responses.ts'
import { Problem } from '../../kernel/http/problem-schema.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { TextLike, Texts } from '../../kernel/http/schema-parts.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignError, concerning } from '../errors.ts'
import { AssetUrl, exampleSha256, FileSha256 } from '../field-schemas.ts'
import { forCallers, problems } from '../route-options.ts'
import { knownImageType } from './image-type.ts'
import { previewWidths } from './preview-widths.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}
const year = 31_536_000
const Image = (contentMediaType: string) => Type.String({ contentMediaType, description: 'The image' })

/** Images in and out: logos, pictures from elsewhere, and finished assets. */
export function imageRoutes(
  routeBase: RouteBase,
  { logos, pool, blobs, previews, remoteImages, urls }: CampaignDeps,
) {
  return new Elysia({ name: 'campaign.images', tags: ['campaign'] })
    .use(routeBase)
    .post(
      '/api/upload-logo',
      async ({ body, caller, request: { signal }, set }) => {
        const file = body.logo ?? body.file
        if (file === undefined) throw campaignError('file_missing', 'logo')
        const logo = await concerning('logo', async () =>
          logos.add(await file.bytes(), { work: { caller: caller.id }, signal }),
        )
        set.status = 201
        const { sha256, width, height, warnings } = logo
        return { logoUrl: urls.logo(sha256), id: sha256, sha256, width, height, warnings }
      },
      {
        ...forCallers,
        body: t.Object({ logo: t.Optional(t.File()), file: t.Optional(t.File()) }),
        response: {
          201: Type.Object({
            logoUrl: AssetUrl,
            id: FileSha256,
            sha256: TextLike(exampleSha256, {
              description: 'Of the sRGB PNG master, in hexadecimal.',
            }),
            width: Type.Integer(),
            height: Type.Integer(),
            warnings: Texts('What was converted or left out; the runs of a kit with this logo say it too.', [
              'The logo was converted from CMYK to sRGB: upload it in sRGB where its colours must be exact',
            ]),
          }),
          ...problems(400, 401, 413, 415, 422, 429, 503),
        },
        detail: {
          summary: 'Upload a logo: PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG, detected by content',
          operationId: 'uploadLogo',
        },
      },
    )
    .get(
      '/api/logos/:sha256/original',
      async ({ params, caller }) => {
        const bytes = await logos.original(params.sha256, caller.id)
        if (bytes === undefined) throw campaignError('asset_not_found')
        // Always a download: a browser must never execute an uploaded file.
        return new Response(bytes, {
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename="logo-${params.sha256.slice(0, 12)}"`,
          },
        })
      },
      {
        access: 'caller',
        cacheControl: `private, max-age=${year}, immutable`,
        quota: 'campaign',
        params: Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
        response: {
          200: Image('application/octet-stream'),
          ...problems(400, 401, 404, 429),
        },
        detail: {
          summary: 'The original bytes of a logo that the caller uploaded',
          operationId: 'readOriginalLogo',
        },
      },
    )
    .get(
      '/api/fetch-image',
      async ({ query, caller, request: { signal } }) => {
        const reader = { work: { caller: caller.id }, signal }
        const { png } = await concerning('url', () =>
          remoteImages.read(query.url, reader, (bytes) => pool.run('reencode', { bytes }, reader)),
        )
        return new Response(Buffer.from(png), {
          headers: { 'content-type': 'image/png', 'cache-control': 'private, no-store' },
        })
      },
      {
        access: 'caller',
        quota: 'campaign',
        query: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_048 }) }),
        response: {
          200: Image('image/png'),
          ...problems(400, 401, 404, 413, 415, 422, 429, 502, 503),
        },
        detail: {
          summary: 'A public image, fetched under the rules of the scan and encoded again as PNG',
          operationId: 'fetchImage',
        },
      },
    )
    .get(
      '/assets/:file',
      async ({ params, request }) => {
        const { sha256, width, extension } = readAssetName(params.file)
        const etag = `"${params.file}"`
        const headers = { etag, 'cache-control': `public, max-age=${year}, immutable` }
        if (hasEtag(request, etag) && (await blobs.has(sha256)))
          return new Response(null, { status: 304, headers })
        const bytes = await (width === undefined ? blobs.get(sha256) : previews.read(sha256, width))
        // Other files in the store, such as fonts, are not for the public.
        if (bytes === undefined || knownImageType(bytes) === undefined) throw campaignError('asset_not_found')
        const type = mediaTypes[extension] ?? 'application/octet-stream'
        return new Response(bytes, { headers: { ...headers, 'content-type': type } })
      },
      {
        access: 'public',
        cors: 'any',
        params: Type.Object({ file: Type.String({ maxLength: 80 }) }),
        response: { 200: Image(Object.values(mediaTypes).join(', ')), 404: Problem, 503: Problem },
        detail: {
          summary: 'A finished asset, its preview, a logo’s master or a photo',
          description: `\`<sha256>.png\` is the exact file; \`<sha256>-<width>.webp\` is a preview of it, with a width of ${previewWidths.join(', ')} pixels at most.`,
          operationId: 'readAsset',
        },
      },
    )
}

/** Without a hash for another name. */
function readAssetName(name: string): { sha256: string; width: number | undefined; extension: string } {
  const [, sha256 = '', width, extension = ''] =
    /^([0-9a-f]{64})(?:-(\d{3,4})(?=\.webp$))?\.(png|webp|jpg)$/.exec(name) ?? []
  if (width === undefined) return { sha256, width, extension }
  const known = previewWidths.find((one) => String(one) === width)
  return { sha256: known === undefined ? '' : sha256, width: known, extension }
}
