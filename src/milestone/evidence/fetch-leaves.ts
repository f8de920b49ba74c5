import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Hex } from 'viem'
import { EvidenceLeaf } from './evidence.ts'

/** Long, as a verifier that gives up leaves the milestone pending. */
const timeoutMs = 15_000

const Bundle = t.Object({ leaves: t.Array(EvidenceLeaf) })

/** The documents of a root from the public evidence indexer; undefined when it does not have them. */
export async function fetchLeaves(
  indexerUrl: string,
  root: Hex,
): Promise<readonly EvidenceLeaf[] | undefined> {
  const response = await fetch(`${indexerUrl}/${root}`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  )
  if (response?.ok !== true) return undefined
  const bundle: unknown = await response.json().catch(() => undefined)
  return Value.Check(Bundle, bundle) ? bundle.leaves : undefined
}
