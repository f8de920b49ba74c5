import type { NodePace } from './anvil.ts'
import type { AnvilProcess } from './anvil-process.ts'
import { createNodeRpc } from './node-rpc.ts'

/** In a row, each asked after the one before: a moment in which we ourselves stood still fails one at most. */
const silencesMax = 3

/** Kills a process that runs but does not answer, which is worse than one that is gone. Ends with the process. */
export function killWhenSilent(
  { pid, url, exited }: AnvilProcess,
  { lookMs, answerMs }: Pick<NodePace, 'lookMs' | 'answerMs'>,
): void {
  const rpc = createNodeRpc(url, answerMs)
  let ended = false
  exited.then(() => {
    ended = true
  })
  let silences = 0
  const look = async () => {
    if (ended) return
    // Of all methods this one waits for nothing inside the node.
    silences = await rpc.call('web3_clientVersion').then(
      () => 0,
      () => silences + 1,
    )
    if (ended) return
    if (silences >= silencesMax) process.kill(pid, 'SIGKILL')
    else setTimeout(look, lookMs).unref()
  }
  setTimeout(look, lookMs).unref()
}
