import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { topics } from '../../src/analysis/scan/schema.ts'

export { topics }
export type Topic = (typeof topics)[number]

/** The topics whose silence is reported as an `absence`. */
export const absenceTopics = ['pricing', 'contact-email', 'contact-phone'] as const

/** One fact; a list holds the spellings of it that a careful person would let pass. */
const LabelValue = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])
const byTopic = <T extends typeof LabelValue | ReturnType<typeof Type.String>>(item: T) =>
  Type.Partial(
    Type.Object(Object.fromEntries(topics.map((topic) => [topic, Type.Array(item)])), {
      additionalProperties: false,
    }),
  )

const SiteLabel = Type.Object(
  {
    /** The host that serves the pages. */
    host: Type.String(),
    /** Where a scan begins, when that is not `/` of `host`. */
    entry: Type.Optional(Type.String()),
    /** Hosts that answer every request with a redirect to the same path of `host`. */
    redirectHosts: Type.Optional(Type.Array(Type.String())),
    /** Path to location, answered with 301. */
    redirects: Type.Optional(Type.Record(Type.String(), Type.String())),
    language: Type.String(),
    kind: Type.String(),
    /** Path to file of the site's folder; a path may have a query. */
    pages: Type.Record(Type.String(), Type.String()),
    /** Sent with every page. */
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Path to the Content-Type it is sent with; `text/html; charset=utf-8` and the like by file name otherwise. */
    contentTypes: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** The encoding of every page's bytes where that is not UTF-8: path to a label of the Encoding Standard. */
    charsets: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Records of the registrable domain, in presentation form. */
    dns: Type.Optional(
      Type.Object({
        mx: Type.Optional(Type.Array(Type.String())),
        txt: Type.Optional(Type.Array(Type.String())),
        cname: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    /** The static pages are a shell: the facts are there only after its script ran. */
    needsBrowser: Type.Optional(Type.Boolean()),
    /** Written to measure the scan only: the finders were made without this site. */
    holdOut: Type.Optional(Type.Boolean()),
    /** What a scan must find. */
    expect: byTopic(LabelValue),
    /** What is neither right nor wrong; `*` lets everything of the topic pass. */
    tolerated: Type.Optional(byTopic(Type.String())),
    /** What would be a plain lie; wrong even where a wildcard tolerates the rest. */
    forbidden: Type.Optional(byTopic(Type.String())),
    notes: Type.String(),
  },
  { additionalProperties: false },
)

type Expectation = Readonly<Partial<Record<Topic, readonly (string | readonly string[])[]>>>
type Values = Readonly<Partial<Record<Topic, readonly string[]>>>

/** What a careful person wrote down about a site. */
export type SiteLabel = Omit<Static<typeof SiteLabel>, 'expect' | 'tolerated' | 'forbidden'> & {
  expect: Expectation
  tolerated?: Values
  forbidden?: Values
}

export interface Site {
  slug: string
  /** The folder its files are in. */
  folder: string
  label: SiteLabel
}

const sitesFolder = join(import.meta.dir, 'sites')

/** Every labelled site, by slug; throws at a label that does not keep the form, naming the site and the place. */
export function readSites(folder = sitesFolder): Site[] {
  return readdirSync(folder)
    .sort()
    .map((slug) => readSite(folder, slug))
}

function readSite(folder: string, slug: string): Site {
  const file = join(folder, slug, 'site.json')
  const label: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (Value.Check(SiteLabel, label)) return { slug, folder: join(folder, slug), label: withAbsences(label) }
  const problem = Value.Errors(SiteLabel, label).First()
  throw new Error(`Cannot read ${file}: ${problem?.path} ${problem?.message}`)
}

/**
 * A topic of the absence list without a fact may be reported absent. The label of a site that a scan reads as a whole
 * lists what must be reported, and stands as it is.
 */
function withAbsences(label: Static<typeof SiteLabel>): SiteLabel {
  const expect: Expectation = label.expect
  const tolerated: Values = label.tolerated ?? {}
  if (expect.absence) return label
  const silent = absenceTopics.filter((topic) => !expect[topic]?.length)
  return { ...label, tolerated: { ...tolerated, absence: [...(tolerated.absence ?? []), ...silent] } }
}
