import { anvilBinary } from '../../../src/kernel/runtime/assets.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createPair } from '../../../src/milestone/anvil/pair.ts'
import { whole } from './pair-kit.ts'
import { genesisTimestamp } from './support.ts'

/** A process to be killed: runs a pair in the folder it is given, says who its nodes are, then waits. */
const [folder = ''] = process.argv.slice(2)
const pair = await createPair({ folder, binary: await anvilBinary(), log: silentLog, genesisTimestamp })
pair.startSecond()
await whole(pair)
console.log(
  pair
    .status()
    .nodes.map((node) => node.process?.pid)
    .join(' '),
)
await new Promise(() => setInterval(() => {}, 1_000_000))
