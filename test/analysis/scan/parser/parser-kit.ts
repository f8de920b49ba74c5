import { join } from 'node:path'
import { createParser, ParseFailed, type ParserOptions } from '../../../../src/analysis/scan/parser/parser.ts'

export const command = [process.execPath, join(import.meta.dir, '../../../support/parse-child.ts')]
export const forever = new AbortController().signal

export const input = (title: string, rest = '<h1>Acme</h1>') => ({
  url: 'https://acme.example/',
  body: new TextEncoder().encode(`<title>${title}</title>${rest}`),
  contentType: 'text/html; charset=utf-8',
  headers: [['server', 'nginx']] as const,
  viaBrowser: false,
})

/** A pool of children with the one scan that most tests need. */
export const openParser = (options: ParserOptions, caller = 'caller') => {
  const pool = createParser(options)
  return { ...pool, ...pool.forScan({ caller }) }
}

export const reasonOf = async (parsing: Promise<unknown>) => {
  const error = await parsing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof ParseFailed ? error.reason : error
}
