import { afterAll, expect, test } from 'bun:test'
import Ajv from 'ajv/dist/2020'
import sharp from 'sharp'
import { startCampaignServer } from '../support/campaign-server.ts'

const server = await startCampaignServer()
afterAll(() => server.stop())

/** Runs the command line of a card in a shell, as its reader would. */
async function runExample(line: string): Promise<Record<string, unknown>> {
  const child = Bun.spawn(['/bin/sh', '-c', line], { stdout: 'pipe', stderr: 'inherit' })
  return JSON.parse(await new Response(child.stdout).text())
}

test.each(['/.well-known/agent.json', '/v1.3/.well-known/agent.json'])(
  'the example of %s makes assets, and its answer fits the schema of the card',
  async (path) => {
    const found = await (await fetch(server.url + path)).json()
    const answer = await runExample(found.example)
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(found.output)
    expect(validate(answer) ? [] : validate.errors).toEqual([])
    expect(answer['status']).toBe('completed')
    const assets = answer['assets']
    if (!Array.isArray(assets)) throw new Error('the answer has no assets')
    expect(assets.map(({ format }) => format)).toEqual(['square', 'landscape', 'portrait'])
    for (const { format, resultUrl, previewUrl } of assets) {
      const result = await fetch(resultUrl)
      expect(result.headers.get('content-type')).toBe('image/png')
      const { width, height } = found.formats.find(({ id }: { id: string }) => id === format)
      expect(await sharp(await result.bytes()).metadata()).toMatchObject({ width, height, format: 'png' })
      expect(await sharp(await (await fetch(previewUrl)).bytes()).metadata()).toMatchObject({
        format: 'webp',
      })
    }
  },
)
