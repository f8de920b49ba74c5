import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { patience } from '../../support/databases.ts'
import { counterData, senderOn, testAccount } from './sender-kit.ts'

/** A process to be killed: given a database and a chain, it sends, prints the point it has reached and hangs there. */
const [task = ''] = process.argv.slice(2)
const { databaseUrl, dataDir, deployment, rpcUrl, counter, key, accountIndex, point } = JSON.parse(task)
const database = await openDatabase({ databaseUrl, dataDir, log: silentLog, ...patience })
const account = testAccount(accountIndex)
const sender = senderOn({ rpc: createNodeRpc(rpcUrl) }, database, {
  deployment,
  hooks: {
    at: async (reached, { step }) => {
      if (reached !== point || step !== 'second') return
      console.log(`at ${point}`)
      await new Promise(() => setInterval(() => {}, 1_000_000))
    },
  },
})
const signal = AbortSignal.timeout(100_000)
const order = { account, to: counter, data: counterData(key), value: 0n, gas: 100_000n, signal }
await sender.send({ runId: 'run', step: 'first', ...order })
await Promise.all(['second', 'third'].map((step) => sender.send({ runId: 'run', step, ...order })))
console.log('sent everything')
