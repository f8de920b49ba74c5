import type { Hex } from 'viem'
import { concat, encodeAbiParameters, keccak256 } from 'viem/utils'

interface Leaf {
  name: string
  content: string
  bytes: number
}

/**
 * Checks the evidence shown on the page: hashes each document here, and follows its proof to the root that the page
 * names, as OpenZeppelin's `MerkleProof.verify` does.
 */
export async function checkProofs(): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-root]')
  const root = section?.dataset['root']
  if (section === null || section === undefined || root === undefined) return
  const rows = [...section.querySelectorAll<HTMLElement>('[data-leaf]')]
  let holding = 0
  try {
    const { leaves }: { leaves: Leaf[] } = await readJson(`/api/indexer/${root}`)
    for (const [index, row] of rows.entries()) {
      const { proof }: { proof: Hex[] } = await readJson(`/api/indexer/${root}/proofs/${index}`)
      const leaf = leaves[index]
      const holds = leaf !== undefined && (await leadsTo(root, leaf, proof))
      if (holds) holding += 1
      show(row, holds ? 'proof-holds' : 'proof-fails')
    }
  } catch {
    for (const row of rows) show(row, 'proof-error')
    return
  }
  const result = document.getElementById('proof-result')
  const mark = document.createElement('span')
  mark.className = `state pill ${holding === rows.length ? 'good' : 'bad'}`
  mark.textContent = `${holding} of ${rows.length} proofs hold, computed in this browser`
  result?.replaceChildren(mark)
}

async function leadsTo(
  root: string,
  { name, content, bytes }: Leaf,
  proof: readonly Hex[],
): Promise<boolean> {
  const document = new TextEncoder().encode(content)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', document))
  const sha256: Hex = `0x${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const encoded = encodeAbiParameters(
    [{ type: 'string' }, { type: 'bytes32' }, { type: 'uint256' }],
    [name, sha256, BigInt(bytes)],
  )
  const leaf = keccak256(keccak256(encoded))
  const reached = proof.reduce(
    (hash, other) => keccak256(concat(hash < other ? [hash, other] : [other, hash])),
    leaf,
  )
  return document.length === bytes && reached === root
}

async function readJson<Body>(path: string): Promise<Body> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const body: Body = await response.json()
  return body
}

function show(row: HTMLElement, template: string): void {
  const content = document.getElementById(template)
  if (content instanceof HTMLTemplateElement)
    row.querySelector('.proof-state')?.replaceChildren(content.content.cloneNode(true))
}
