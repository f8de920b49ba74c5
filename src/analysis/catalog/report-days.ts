import { Value } from '@sinclair/typebox/value'
import { Catalog } from './catalog.ts'

const placeholder = '{REPORT_DAYS}'

/** The catalog with this server's report retention, in days, in place of its placeholder. */
export function withReportDays(catalog: Catalog, days: number): Catalog {
  const filled: unknown = JSON.parse(JSON.stringify(catalog).replaceAll(placeholder, String(days)))
  return Value.Decode(Catalog, filled)
}
