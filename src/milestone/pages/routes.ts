import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { ChoiceParameter } from '../../kernel/http/text-schemas.ts'
import { milestoneStates } from '../indexer/read-model.ts'
import { activityTypes } from '../pipeline-event.ts'
import { statusLabels } from '../views/labels.ts'
import { asHash } from '../wire/shapes.ts'
import { activityPage } from './activity-page.ts'
import { milestoneListPage } from './milestone-list-page.ts'
import { oneMilestonePage } from './milestone-page.ts'
import { moneyPage } from './money-page.ts'
import { namePage, namesPage } from './names-page.ts'
import { operationsPage } from './operations-page.ts'
import { operationsView, type PageDeps } from './operations-view.ts'
import { verifiersPage } from './verifiers-page.ts'

const page = { access: 'public', detail: { hide: true } } as const
/** A form sends empty fields too. */
const choiceOrEmpty = <const Choice extends string>(choices: readonly Choice[]) =>
  ChoiceParameter([...choices, ''], '')
const text = (maxLength: number) => t.Optional(t.String({ maxLength }))

/** The explorer: what the reads of the area answer, as pages for people. */
export function pageRoutes(routeBase: RouteBase, deps: PageDeps) {
  const { readModel, clock, deployment, evidence, pipeline, views } = deps
  const now = () => ({ ...views.snapshot(), pipeline })
  return new Elysia({ name: 'milestone.pages', normalize: false })
    .use(routeBase)
    .get(
      '/explorer',
      ({ request, query: { text, builder, cursor, state, label } }) =>
        views.page(request, () =>
          milestoneListPage(
            now(),
            {
              text: text || undefined,
              builder: builder || undefined,
              cursor: cursor || undefined,
              state: state || undefined,
              label: label || undefined,
            },
            { titleOf: evidence.title, time: clock() },
          ),
        ),
      {
        ...page,
        query: t.Object({
          text: text(100),
          builder: text(255),
          cursor: text(100),
          state: choiceOrEmpty(milestoneStates),
          label: choiceOrEmpty(statusLabels),
        }),
      },
    )
    .get(
      '/explorer/milestones/:hash',
      ({ request, params }) =>
        views.page(request, async () => {
          const hash = asHash(params.hash)
          const root = hash && readModel.milestones.get(hash)?.evidenceRoot
          const bundle = root && (await evidence.read(root))
          const about = { deployment, titleOf: evidence.title, bundle, time: clock() }
          return await oneMilestonePage(now(), params.hash, about)
        }),
      page,
    )
    .get('/explorer/money', ({ request }) => views.page(request, () => moneyPage(now())), page)
    .get('/explorer/verifiers', ({ request }) => views.page(request, () => verifiersPage(now())), page)
    .get('/explorer/names', ({ request }) => views.page(request, () => namesPage(now())), page)
    .get(
      '/explorer/names/:name',
      ({ request, params }) => views.page(request, () => namePage(now(), params.name)),
      page,
    )
    .get(
      '/explorer/activity',
      ({ request, query: { type, cursor } }) =>
        views.page(request, () =>
          activityPage(now(), { type: type || undefined, cursor: cursor || undefined }),
        ),
      { ...page, query: t.Object({ type: choiceOrEmpty(activityTypes), cursor: text(100) }) },
    )
    .get(
      '/operations',
      async ({ request }) => operationsPage(await operationsView(now(), request, deps)),
      page,
    )
    .get('/explorer/milestones', ({ redirect }) => redirect('/explorer', 308), page)
    .get('/explorer/sponsors', ({ redirect }) => redirect('/explorer/money#sponsors', 308), page)
    .get('/explorer/treasury', ({ redirect }) => redirect('/explorer/money#treasury', 308), page)
}
