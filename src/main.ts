#!/usr/bin/env bun
import { parseChildWord } from './analysis/scan/parser/command.ts'

// Processes that parse pages are this same program: they start in milliseconds as they load nothing of the rest.
const [word] = process.argv.slice(2)
if (word === parseChildWord) {
  const { runParseChild } = await import('./analysis/scan/parser/child.ts')
  await runParseChild()
} else {
  const { runCommandLine } = await import('./commands/command-line.ts')
  await runCommandLine(process.argv.slice(2))
}
