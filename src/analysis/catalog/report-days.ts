import { Value } from '@sinclair/typebox/value'
import { Catalog } from './catalog.ts'

const placeholder = '{REPORT_DAYS}'

/** The catalog with the number of days that this server keeps a report, wherever a text asks for it. */
export function withReportDays(catalog: Catalog, days: number): Catalog {
  const filled: unknown = JSON.parse(JSON.stringify(catalog).replaceAll(placeholder, String(days)))
  return Value.Decode(Catalog, filled)
}
