import { expect, test } from 'bun:test'
import { commandHelp, overview } from '../../src/commands/help.ts'
import { version } from '../../src/kernel/runtime/version.ts'
import { settings } from '../../src/kernel/settings/settings.ts'
import { command as serve } from './sample-command.ts'

const short = { ...serve, name: 'version', summary: 'print the version', flags: {}, usesSettings: false }

test('the overview lists every command with what it does, in columns', () => {
  const text = overview([serve, short])
  expect(text).toStartWith(`cairn ${version}: `)
  expect(text).toContain('\n  serve    serve the areas\n  version  print the version\n')
  expect(text.endsWith('\n')).toBe(true)
})

test('the help of a command lists its flags with their values, --help included', () => {
  expect(commandHelp(short)).toBe('cairn version: print the version\n\nFlags\n  --help  this text\n')
  const text = commandHelp(serve)
  expect(text).toContain(
    '  --fresh      start over\n  --area NAME  only this area\n  --help       this text\n',
  )
})

test('a command that reads settings lists each of them with its default', () => {
  const text = commandHelp(serve)
  const listed = [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+) +\S/gm)].map(([, name]) => name ?? '')
  expect(listed).toEqual(settings.map(({ name }) => name))
  expect(text).toMatch(/^ {2}PORT +port to listen on; 0 picks a free one \(8787\)$/m)
  expect(commandHelp(short)).not.toContain('PORT')
})
