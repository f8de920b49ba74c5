import { type PGlite, types } from '@electric-sql/pglite'

/** Of dates and times, and of lists of them and of numbers: Drizzle reads these from PostgreSQL's text by itself. */
const keptAsText = [
  ...[types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL],
  ...[1182, 1115, 1185, 1187, 1231],
]
type Query = Pick<PGlite, 'query'>

/**
 * Sets once what Drizzle asks for with every query: for a query with parsers of its own, PGlite copies its three hundred,
 * which takes longer than most statements.
 */
export function setParsersOnce(client: PGlite): void {
  for (const type of keptAsText) client.parsers[type] = (text) => text
  client.query = withoutParsers(client)
  const transaction = client.transaction.bind(client)
  client.transaction = async (work) =>
    await transaction(async (within) => {
      within.query = withoutParsers(within)
      return await work(within)
    })
}

function withoutParsers(on: Query): Query['query'] {
  const query = on.query.bind(on)
  return async (text, values, { parsers: _, ...options } = {}) => await query(text, values, options)
}
