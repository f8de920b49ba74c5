/**
 * A process for tests to kill: runs the agent again and again, several calls at a time, some asynchronous and some that
 * make the same files. Arguments: the data folder and the origin of a site with a picture.
 */
import { startCampaignIn } from '../support/campaign-folder.ts'
import { waitFor } from '../support/wait.ts'

const [dataDir, origin] = process.argv.slice(2)
if (dataDir === undefined || origin === undefined) throw new Error('Cannot run without a folder and a site')
const { area } = await startCampaignIn(dataDir, [origin])
const { agent, jobs, drafts } = area.deps

const callAgain = async (lane: number) => {
  for (let count = 0; ; count += 1) {
    // Two lanes make the same files at about the same time.
    const content = `Copy ${process.pid} ${Math.floor(lane / 2)} ${count}`
    const call = {
      capability: '1.5.0' as const,
      // Jobs of killed processes hold their places in flight until a retry ends them.
      caller: { id: `agency-${process.pid}` },
      request: {
        command: '',
        parameters: {
          brandKitId: 'demo-launch',
          baseImageUrl: `${origin}/picture.jpg`,
          formats: ['square' as const],
          text: { content },
        },
      },
    }
    if (lane % 3 !== 0) await agent.run(call)
    else {
      const { draftId } = await agent.accept(call)
      await jobs.enqueue(draftId)
      await waitFor('the run ends', async () => (await drafts.runs.find(draftId))?.run !== 'processing')
    }
  }
}
await Promise.all([0, 1, 2, 3].map(callAgain))
