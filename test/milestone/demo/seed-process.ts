import { anvilBinary } from '../../../src/kernel/runtime/assets.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { planSeed } from '../../../src/milestone/demo/plan.ts'
import { seedChain } from '../../../src/milestone/demo/seed.ts'
import { createAnvil } from '../anvil/single-node.ts'

/** A process to be killed: seeds the chain in the folder it is given, says where it stands, then waits. */
const [folder = '', genesis = ''] = process.argv.slice(2)
const genesisTimestamp = Number(genesis)
const plan = planSeed(genesisTimestamp)
const anvil = await createAnvil({
  folder,
  binary: await anvilBinary(),
  log: silentLog,
  genesisTimestamp,
  prepare: (rpc, journal) => {
    console.log(`node ${anvil.status().node?.pid}`)
    console.log(`block ${journal.headNumber}`)
    return seedChain({ rpc, journal, planOf: () => plan, onProgress: (done) => console.log(`block ${done}`) })
  },
})
await anvil.ready
console.log('seeded')
await new Promise(() => setInterval(() => {}, 1_000_000))
