import type { PageClues } from './clues.ts'
import { hasLegalForm, nameKey } from './company-names.ts'
import { nameWeights } from './name-mentions.ts'
import { folds, resembles, siteOf } from './site-name.ts'
import { areSpellings } from './spellings.ts'

const weights: Readonly<Record<string, readonly number[] | undefined>> = nameWeights
/** A name that matches the domain outranks one repeated by more sources of a template. */
const domainBonus = 8
/** A name may share a domain's words for the trade and the place, as titles for search engines do. */
const exactBonus = 4
/** The domain of an e-mail address may be the web designer's. */
const mailBonus = 3
const scoreMin = 6
/** The part that the titles of nearly all pages share is the site's name by convention. */
const titlesBonus = 3
const titlesMin = 3
const titlesShareMin = 0.8

interface Cluster {
  key: string
  spellings: Map<string, number>
  sources: Map<string, Set<number>>
}

/** `Acme, Unit 42` has the place behind the name, `Acme | Tents & Sails` the trade. */
const followed = /, | [|–—·•»«] /

/** The name found in most kinds of places on most pages; undefined when no two agree. */
export function decideBrand(pages: readonly PageClues[], label: string): string | undefined {
  const clusters: Cluster[] = []
  for (const [index, { names }] of pages.entries()) {
    for (const { name, source } of names) {
      const key = nameKey(name)
      if (key === '') continue
      let cluster = clusters.find((each) => areSpellings(each.key, key))
      if (cluster === undefined) {
        cluster = { key, spellings: new Map(), sources: new Map() }
        clusters.push(cluster)
      }
      const longer = (hasLegalForm(name) ? 4 : 0) + (followed.test(name) ? 9 : 0)
      const preference = Math.max(1, (weights[source]?.[1] ?? 0) - longer)
      cluster.spellings.set(name, (cluster.spellings.get(name) ?? 0) + preference)
      cluster.sources.set(source, (cluster.sources.get(source) ?? new Set()).add(index))
    }
  }
  const mailLabels = new Set(
    pages.flatMap(({ mailDomains }) => mailDomains.map((host) => siteOf(`https://${host}/`).label)),
  )
  const isMailed = (cluster: Cluster) => [...mailLabels].some((mailLabel) => isNamed(cluster, mailLabel))
  const bare = clusters.map((cluster) => scoreOf(cluster, pages.length))
  // `Pizza Graz` of pizza-graz.at is what it sells and where, if it calls itself otherwise.
  const isOtherwise = clusters.some((cluster, at) => isDeclared(cluster) && (bare[at] ?? 0) >= scoreMin)
  const scored = clusters.map((cluster, at) => {
    const isNamedAfter = !isOtherwise || isDeclared(cluster) || !isOnlyTitled(cluster)
    const bonus = (isNamedAfter ? bonusOf(cluster, label) : 0) + (isMailed(cluster) ? mailBonus : 0)
    return { cluster, score: (bare[at] ?? 0) + bonus }
  })
  const [best] = scored.sort((a, b) => b.score - a.score || a.cluster.key.length - b.cluster.key.length)
  if (best === undefined || best.score < scoreMin) return undefined
  const spellings = [...best.cluster.spellings].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)
  const name = spellings[0]?.[0]
  // The copyright line of acme.com has `Anna Weber & Acme`.
  const own = spellings.find(([short]) => name?.endsWith(` & ${short}`) === true && isDomain(short, label))
  return own?.[0] ?? name
}

const titles = ['title', 'heading']
const isOnlyTitled = ({ sources }: Cluster) => sources.keys().every((source) => titles.includes(source))
/** In titles or a logo, and where the owner of the site is named. */
const isDeclared = ({ sources }: Cluster) =>
  [...titles, 'logo'].some((source) => sources.has(source)) &&
  ['copyright', 'imprint', 'json-ld', 'open-graph', 'website'].some((source) => sources.has(source))

/** Whether a name is the whole domain: `Ultra Fresh Cleaning` and `ultrafreshcleaning`. */
const isWholeDomain = ({ spellings }: Cluster, label: string) =>
  spellings.keys().some((name) => !isHost(name) && isDomain(name, label))

const isDomain = (name: string, label: string) => folds(name).some((fold) => folds(label).includes(fold))

const isNamed = ({ spellings }: Cluster, label: string) =>
  spellings.keys().some((name) => !isHost(name) && resembles(name, label))

/** A site's address in a copyright line says less than a logo with a part of it. */
const isHost = (name: string) => /^[a-z\d-]+(?:\.[a-z]{2,6}){1,2}$/.test(name)

function bonusOf(cluster: Cluster, label: string): number {
  // The title of one further page may have the words of the domain for the trade.
  const isOfSite = cluster.sources.values().some((pages) => pages.has(0) || pages.size > 1)
  const ofDomain = isOfSite && isNamed(cluster, label) ? domainBonus : 0
  return ofDomain + (isWholeDomain(cluster, label) ? exactBonus : 0)
}

/** Each source counts once, by the share of pages that have it: a name on a single page has little weight. */
function scoreOf(cluster: Cluster, pageCount: number): number {
  let score = 0
  for (const [source, pages] of cluster.sources) {
    const share = pages.size / pageCount
    score += (weights[source]?.[0] ?? 0) * (pages.has(0) ? Math.max(share, 0.75) : share)
    if (source === 'title' && pages.size >= titlesMin && share >= titlesShareMin) score += titlesBonus
  }
  return score
}
