import { readFileSync } from 'node:fs'
import { parseBrief } from '../src/campaign/brief/parse.ts'
const { briefs } = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const only = process.argv.slice(3).map(Number)
briefs.forEach((b: any, i: number) => {
  if (only.length && !only.includes(i + 1)) return
  const p = parseBrief(b.command, { isTitled: b.text?.headline !== undefined, isPictured: b.photo !== undefined && !process.env.NOPIC })
  console.log(i + 1, b.command, '\n   ', JSON.stringify((p.parameters as any).text ?? p.parameters), '\n    prompt:', p.prompt, p.unrecognized.length ? '\n    unrec:' + JSON.stringify(p.unrecognized) : '', p.warnings.length ? '\n    warn:' + p.warnings.join(' | ') : '')
})
