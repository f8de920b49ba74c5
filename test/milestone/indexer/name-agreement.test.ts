import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Address, createPublicClient, http, namehash, zeroAddress } from 'viem'
import { nameResolverAbi } from '../../../src/milestone/contracts/abi.ts'
import type { ReadModel } from '../../../src/milestone/indexer/read-model.ts'
import { serviceAccount } from '../../../src/milestone/views/ens-name.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import type { Call } from './chain-kit.ts'
import { openStage } from './follow-kit.ts'
import { callsOf, people } from './scenario.ts'

const seed = testSeed('name-agreement')
const labels = ['ada', 'bea', 'cyd']
const key = 'svc.reputation.score'

const { kit, follow } = await openStage()

test('after any sales, address changes, claims and attestations the model and the resolver show the same reputation', async () => {
  const { names, resolver } = callsOf(kit)
  const { owner: registrar, verifiers } = people(kit)
  const { follower, readModel } = await follow()
  const owners: Address[] = labels.map((_, index) => at(verifiers, index))
  const texts = new Set<string>()

  const play = (kind: number, label: number, who: Address): Call => {
    const name = `${at(labels, label)}.eth`
    const owner = at(owners, label)
    if (kind === 0) {
      owners[label] = who
      return names(owner, 'transfer', [namehash(name), who])
    }
    if (kind < 4) return resolver(owner, 'setAddr', [namehash(name), kind === 1 ? zeroAddress : who])
    if (kind === 4) return resolver(registrar, 'setServiceText', [who, key, `${who} has ${label}`])
    return resolver(who, 'setPrimaryName', [kind === 5 ? '' : name])
  }
  await kit.mine([resolver(at(verifiers, 0), 'setPrimaryName', ['ada.eth'])])
  await kit.mine(labels.map((label, index) => names(registrar, 'register', [label, at(owners, index)])))

  const step = fc.tuple(
    fc.integer({ min: 0, max: 8 }),
    fc.nat(labels.length - 1),
    fc.constantFrom(...verifiers.slice(0, 3)),
  )
  const random = fc.sample(fc.array(step, { minLength: 1, maxLength: 6 }), {
    seed,
    numRuns: sizeOf({ short: 20, soak: 200 }),
  })
  // The first block makes one name show a reputation.
  const first = [3, 4, 6].map((kind): [number, number, Address] => [kind, 0, at(verifiers, 0)])
  for (const steps of [first, ...random]) {
    await kit.mine(steps.map(([kind, label, who]) => play(kind, label, who)))
    await follower.step()
    for (const label of labels) {
      const expected = await shownByResolver(`${label}.eth`)
      expect(shownByModel(readModel, `${label}.eth`)).toEqual(expected)
      texts.add(expected.text)
    }
  }
  expect(texts.size).toBeGreaterThan(1)
})

function shownByModel(readModel: ReadModel, name: string): { account: Address; text: string } {
  const record = readModel.names.byName.get(name)
  const account = record === undefined ? undefined : serviceAccount(readModel, record)
  const texts = account === undefined ? undefined : readModel.names.serviceTexts.get(account)
  return { account: account ?? zeroAddress, text: texts?.get(key) ?? '' }
}

async function shownByResolver(name: string): Promise<{ account: Address; text: string }> {
  const client = createPublicClient({ transport: http(kit.url, { retryCount: 0 }) })
  const resolver = { address: kit.deployment.contracts.NameResolver, abi: nameResolverAbi } as const
  const node = namehash(name)
  return {
    account: await client.readContract({ ...resolver, functionName: 'serviceAccountOf', args: [node] }),
    text: await client.readContract({ ...resolver, functionName: 'text', args: [node, key] }),
  }
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`Cannot take item ${index} of ${items.length}`)
  return item
}
