import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Hex } from 'viem'
import type { EvidenceLeaf } from './evidence.ts'

/** A busy machine answers late, and a verifier that gives up leaves the milestone pending. */
const answerMsMax = 15_000

const Bundle = t.Object({
  leaves: t.Array(
    t.Object({
      name: t.String(),
      mediaType: t.String(),
      content: t.String(),
      sha256: t.Unsafe<Hex>(t.String({ pattern: '^0x[0-9a-f]{64}$' })),
      bytes: t.Integer({ minimum: 0 }),
    }),
  ),
})

/** The documents of a root, as anybody gets them from the evidence indexer; undefined when it has none to give. */
export async function fetchLeaves(
  indexerUrl: string,
  root: Hex,
): Promise<readonly EvidenceLeaf[] | undefined> {
  const response = await fetch(`${indexerUrl}/${root}`, { signal: AbortSignal.timeout(answerMsMax) }).catch(
    () => undefined,
  )
  if (response?.ok !== true) return undefined
  const bundle: unknown = await response.json().catch(() => undefined)
  return Value.Check(Bundle, bundle) ? bundle.leaves : undefined
}
