#!/usr/bin/env bun
import { parseChildWord } from './analysis/scan/parser/command.ts'
import { checkFontWord } from './campaign/fonts/check-untrusted-font.ts'
import { decodeChildWord } from './campaign/images/decode-rare.ts'
import { renderChildWord } from './campaign/images/svg/render-untrusted-svg.ts'

// Processes that parse pages, draw SVGs, decode images or check fonts, and Workers that render, are this same program: they start in milliseconds as
// they load nothing of the rest.
const [word, ...rest] = process.argv.slice(2)
if (!Bun.isMainThread) {
  await import('./campaign/render/worker.ts')
} else if (word === parseChildWord) {
  const { runParseChild } = await import('./analysis/scan/parser/child.ts')
  await runParseChild()
} else if (word === renderChildWord) {
  const { runRenderChild } = await import('./campaign/images/svg/render-child.ts')
  await runRenderChild(rest)
} else if (word === decodeChildWord) {
  const { runDecodeChild } = await import('./campaign/images/decode-child.ts')
  await runDecodeChild(rest)
} else if (word === checkFontWord) {
  const { runCheckChild } = await import('./campaign/fonts/check-child.ts')
  await runCheckChild()
} else {
  // What the service writes is for its user alone.
  process.umask(0o077)
  const { runCommandLine } = await import('./commands/command-line.ts')
  await runCommandLine(process.argv.slice(2))
}
