import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { parseJson, readBytes } from './read-receipt.ts'

const KeySet = Type.Object({
  keys: Type.Array(Type.Object({ kty: Type.String(), kid: Type.Optional(Type.String()) })),
})
type KeySet = Static<typeof KeySet>

const fetchMsMax = 15_000

/** A JSON Web Key Set, by URL or from a file. @throws StartupError when it cannot be read or is not one */
export async function readJwks(place: string): Promise<KeySet['keys']> {
  const text = /^https?:\/\//i.test(place)
    ? await fetchText(place)
    : new TextDecoder().decode(readBytes(place))
  const value = parseJson(place, text)
  if (Value.Check(KeySet, value)) return value.keys
  throw new StartupError(`Cannot read "${place}" as keys: it must be a JSON Web Key Set`)
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchMsMax) }).catch((cause) => {
    throw new StartupError(`Cannot fetch the keys from ${url}: ${messageOf(cause)}`, { cause })
  })
  if (!response.ok) throw new StartupError(`Cannot fetch the keys from ${url}: status ${response.status}`)
  return await response.text()
}
