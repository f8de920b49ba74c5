import type { ApiDocument } from './kernel/http/describe-api.ts'
import type { AreaName } from './kernel/settings/area-names.ts'

/** The description documents of the mounted areas; `/openapi.json` first. */
export function apiDocuments(
  urls: { base: string; agent: string; status: string },
  areas: readonly AreaName[],
): [ApiDocument, ...ApiDocument[]] {
  const all: ApiDocument = {
    path: '/openapi.json',
    title: 'Cairn',
    description: 'All areas of this service.',
    tag: undefined,
    serverUrl: urls.base,
  }
  const own: Readonly<Record<AreaName, ApiDocument>> = {
    analysis: {
      path: '/openapi/analysis.json',
      title: 'Cairn business analysis',
      description:
        'What a company’s public website says about it, as facts with quotes; the agent that fits, by points; reports, kept and shared with consent; questions and answers. Scans read public pages only, respect robots.txt, and never reach a private network.',
      tag: 'analysis',
      serverUrl: urls.base,
    },
    campaign: {
      path: '/openapi/campaign.json',
      title: 'Cairn campaign agent',
      description:
        'Finished campaign images in several formats from one call: a scene made for the brief, the uploaded logo composited exactly, the copy set as text, a link for human review and a signed receipt. The capability cards at `/.well-known/agent.json` say the same to agents.',
      tag: 'campaign',
      serverUrl: urls.agent,
    },
    milestone: {
      path: '/openapi/milestone.json',
      title: 'Cairn milestone status',
      description:
        'Public reads over a milestone-verification system on a chain. Every answer names the one block it describes (`asOf`), carries a strong ETag, and stays available while the chain does not (`asOf.stale`).',
      tag: 'milestone',
      serverUrl: urls.status,
    },
  }
  return [all, ...areas.map((area) => own[area])]
}
