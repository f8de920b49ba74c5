import type { DemoServer } from './demo-server.ts'
import { waitFor } from './wait.ts'

/** Waits until the server follows its chain: one that starts over an existing chain answers before the chain is whole. */
export async function untilReady(server: Pick<DemoServer, 'url'>): Promise<void> {
  await waitFor('the server follows its chain', async () => {
    const response = await fetch(`${server.url}/readyz`)
    await response.text()
    return response.ok
  })
}
