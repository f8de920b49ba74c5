import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import scanPicture from '../analysis/pages/scan.jpg' with { type: 'file' }
import scanFlowPicture from '../analysis/scan-flow.svg' with { type: 'file' }
import campaignPicture from '../campaign/campaign.jpg' with { type: 'file' }
import studioPicture from '../campaign/studio/studio.jpg' with { type: 'file' }
import foldersPicture from '../folders.svg' with { type: 'file' }
import type { RouteBase } from '../kernel/http/route-base.ts'
import type { HomePart } from '../kernel/web/home-part.ts'
import { iconSvg } from '../kernel/web/icons.ts'
import { pageResponse } from '../kernel/web/page-response.ts'
import explorerPicture from '../milestone/pages/explorer.jpg' with { type: 'file' }
import { docPage, docsIndexPage, noDocPage, searchCharsMax } from './docs.ts'
import { homePage } from './home.ts'
import { llmsText, robotsText, securityText } from './text-files.ts'

const options = { access: 'public', detail: { hide: true } } as const
const cachedForAnHour = { ...options, cacheControl: 'public, max-age=3600' } as const
/** Pictures of the texts, by their path in the project. */
const pictures: ReadonlyMap<string, string> = new Map([
  ['src/analysis/pages/scan.jpg', scanPicture],
  ['src/analysis/scan-flow.svg', scanFlowPicture],
  ['src/campaign/campaign.jpg', campaignPicture],
  ['src/campaign/studio/studio.jpg', studioPicture],
  ['src/folders.svg', foldersPicture],
  ['src/milestone/pages/explorer.jpg', explorerPicture],
])
const indexed = { headers: { 'x-robots-tag': 'all' } }

export interface SiteDeps {
  urls: { base: string }
  /** What the mounted areas show on the home page now. */
  homeParts: () => readonly HomePart[]
  now: () => number
}

/** Pages and files of the service as a whole: home, documentation, and what crawlers and agents read first. */
export function siteRoutes(routeBase: RouteBase, { urls, homeParts, now }: SiteDeps) {
  const text = (content: string) =>
    new Response(content, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const file = (content: string, type: string) => new Response(content, { headers: { 'content-type': type } })
  return new Elysia({ name: 'site', normalize: false })
    .use(routeBase)
    .get(
      '/',
      async () =>
        pageResponse(await homePage(homeParts()), { connect: ["'self'"], images: ["'self'"], ...indexed }),
      options,
    )
    .get('/docs', ({ query }) => pageResponse(docsIndexPage(query.q ?? ''), indexed), {
      ...options,
      query: t.Object({ q: t.Optional(t.String({ maxLength: searchCharsMax })) }),
    })
    .get(
      '/docs/:page',
      ({ params }) => {
        const page = docPage(params.page)
        return page === undefined
          ? pageResponse(noDocPage(), { status: 404 })
          : pageResponse(page, { images: ["'self'"], ...indexed })
      },
      options,
    )
    .get(
      '/docs/files/*',
      ({ params }) => {
        const path = pictures.get(params['*'])
        return path === undefined ? pageResponse(noDocPage(), { status: 404 }) : new Response(Bun.file(path))
      },
      cachedForAnHour,
    )
    .get('/favicon.ico', () => file(iconSvg, 'image/svg+xml'), cachedForAnHour)
    .get('/robots.txt', () => text(robotsText(urls.base)), cachedForAnHour)
    .get('/llms.txt', () => text(llmsText(urls.base, homeParts())), cachedForAnHour)
    .get('/.well-known/security.txt', () => text(securityText(urls.base, now())), cachedForAnHour)
}
