/** A process with two parse children, one idle and one in an endless loop, for a test that kills it. */
import { join } from 'node:path'
import { createParser } from '../../src/analysis/scan/parser/parser.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'

const parser = createParser({
  command: [process.execPath, join(import.meta.dir, 'parse-child.ts')],
  log: silentLog,
  size: 2,
  deadlineMs: 600_000,
})
await parser.warm()
const body = new TextEncoder().encode('<title>loop</title>')
const page = { url: 'https://acme.example/', body, contentType: 'text/html', headers: [], viaBrowser: false }
void parser.forScan({ caller: 'test' }).parse(page, new AbortController().signal)
process.stdout.write('ready\n')
await Bun.sleep(600_000)
