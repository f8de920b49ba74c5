import { Type as t } from '@sinclair/typebox'
import { RequestRefused } from './problem.ts'

/**
 * An integer in a query. The schema only describes it: the router would coerce it and blame the whole query, so
 * `readInteger` checks it and names the parameter.
 */
export function IntegerParameter(options: {
  minimum: number
  maximum: number
  default?: number
  description: string
}) {
  return t.Optional(t.Unsafe<string>(t.Unknown({ type: 'integer', ...options })))
}

/** One of a few words in a query, described only; `readChoice` checks it. */
export function ChoiceParameter(choices: readonly string[], description: string) {
  return t.Optional(t.Unsafe<string>(t.Unknown({ type: 'string', enum: [...choices], description })))
}

/** @throws RequestRefused (400 `invalid_request`) unless `raw` is an integer of the range; undefined passes */
export function readInteger(
  name: string,
  raw: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (raw === undefined) return undefined
  if (/^\d{1,15}$/.test(raw) && Number(raw) >= least && Number(raw) <= most) return Number(raw)
  throw invalidParameter(name, `must be an integer from ${least} to ${most}`)
}

/** @throws RequestRefused (400 `invalid_request`) unless `raw` is one of `choices`; undefined passes */
export function readChoice<const Choice extends string>(
  name: string,
  raw: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (raw === undefined) return undefined
  const chosen = choices.find((choice) => choice === raw)
  if (chosen !== undefined) return chosen
  throw invalidParameter(name, `must be one of ${choices.join(', ')}`)
}

/** Names of the parameters that a route's query schema declares; undefined where it has no schema. */
export function queryKeysOf(schema: unknown): readonly string[] | undefined {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return undefined
  return Object.keys(schema.properties ?? {})
}

/**
 * Path and query with the declared parameters alone: others change neither an answer nor what is cached.
 * @throws RequestRefused (400 `invalid_request`) when a declared parameter is given more than once
 */
export function withKnownParameters(address: string, known: readonly string[]): string {
  const start = address.indexOf('?')
  if (start === -1) return address
  const seen = new Set<string>()
  const parts = address
    .slice(start + 1)
    .split('&')
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys()
      if (name === undefined || !known.includes(name)) return false
      if (seen.has(name)) throw invalidParameter(name, 'must be given once')
      seen.add(name)
      return true
    })
  return address.slice(0, start) + (parts.length === 0 ? '' : `?${parts.join('&')}`)
}

function invalidParameter(name: string, message: string): RequestRefused {
  const shown = name.slice(0, 64)
  return new RequestRefused(
    400,
    'invalid_request',
    `Cannot use the parameter ${JSON.stringify(shown)}: it ${message}`,
    {
      fields: [{ path: `/${shown}`, message }],
    },
  )
}
