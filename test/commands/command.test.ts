import { describe, expect, test } from 'bun:test'
import { type Command, readFlags, UsageError } from '../../src/commands/command.ts'
import { StartupError } from '../../src/kernel/runtime/errors.ts'
import { command } from './sample-command.ts'

test('flags are read by name, absent ones are absent', () => {
  const flags = readFlags(command, ['--fresh', '--area', 'milestone'])
  expect([flags.has('fresh'), flags.text('area'), flags.has('help')]).toEqual([true, 'milestone', false])
  const none = readFlags(command, [])
  expect([none.has('fresh'), none.text('area'), none.text('fresh')]).toEqual([false, undefined, undefined])
  expect(readFlags(command, ['--area=milestone']).text('area')).toBe('milestone')
})

describe('a command with operands', () => {
  const compare: Command = {
    ...command,
    name: 'file compare',
    operands: ['FILE', 'OTHER'],
    flags: { by: { value: 'WAY', repeatable: true, about: 'how' } },
  }

  test('has them in order among its flags, and every value of a repeatable flag', () => {
    const flags = readFlags(compare, ['--by', 'bytes', 'a.png', '--by=pixels', '--', '--b.png'])
    expect([flags.operands, flags.texts('by'), flags.text('by')]).toEqual([
      ['a.png', '--b.png'],
      ['bytes', 'pixels'],
      undefined,
    ])
    expect(readFlags(compare, ['a', 'b']).texts('by')).toEqual([])
  })

  test('needs all of them and no more, unless it is asked for help', () => {
    expect(() => readFlags(compare, ['a.png'])).toThrow(
      'Missing OTHER: `cairn file compare --help` lists the flags',
    )
    expect(() => readFlags(compare, ['a', 'b', 'c'])).toThrow("Unexpected argument 'c'")
    expect(readFlags(compare, ['--help']).has('help')).toBe(true)
  })
})

test('every command takes --help and -h', () => {
  expect(readFlags(command, ['--help']).has('help')).toBe(true)
  expect(readFlags(command, ['-h']).has('help')).toBe(true)
})

test.each([
  [['--frsh'], "Unknown option '--frsh'"],
  [['-f'], "Unknown option '-f'"],
  [['--no-fresh'], "Unknown option '--no-fresh'"],
  [['--fresh=yes'], "Option '--fresh' does not take an argument"],
  [['--area'], "Option '--area <value>' argument missing"],
  [['--area', '--fresh'], "Option '--area' argument is ambiguous"],
  [['now'], "Unexpected argument 'now'"],
  [['--', 'now'], "Unexpected argument 'now'"],
  [['--constructor'], "Unknown option '--constructor'"],
])('%p is a mistake, reported in one line that names the help', (args, reason) => {
  let mistake: unknown
  try {
    readFlags(command, args)
  } catch (error) {
    mistake = error
  }
  expect(mistake).toBeInstanceOf(UsageError)
  expect(mistake).toBeInstanceOf(StartupError)
  expect(mistake).toHaveProperty('message', `${reason}: \`cairn serve --help\` lists the flags`)
})
