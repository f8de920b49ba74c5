/**
 * The executable as its users have it: alone in an empty folder, without an environment. Takes the executable that the
 * run has built for all its tests, or builds one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { findChromium } from '../src/analysis/scan/browser/find-chromium.ts'
import { startCampaignServer } from './support/campaign-server.ts'
import { filesHeldOpen, processesFrom } from './support/processes.ts'

const root = join(import.meta.dir, '..')
const chromium = findChromium()

describe('the executable', executableTests)

function executableTests() {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-binary-'))
  const folder = join(scratch, 'alone')
  const temporary = join(scratch, 'tmp')
  const executable = join(folder, 'cairn')

  beforeAll(() => {
    // The browser runs as a user of its own, who must get through.
    chmodSync(scratch, 0o755)
    for (const path of [folder, temporary]) mkdirSync(path)
    const built = process.env['TEST_EXECUTABLE']
    if (built !== undefined) return copyFileSync(built, executable)
    const build = Bun.spawnSync([process.execPath, join(root, 'scripts/build.ts'), '--out', executable])
    if (build.exitCode !== 0) throw new Error(`The build failed:\n${build.stderr}`)
  })
  afterAll(() => {
    for (const pid of processesFrom(scratch)) process.kill(pid, 'SIGKILL')
    rmSync(scratch, { recursive: true, force: true })
  })

  const run = (args: string[], environment: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...args], {
      cwd: folder,
      env: environment,
    })
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
  }

  test('prints its version', () => {
    expect(run(['version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  test('lists its commands with --help', () => {
    const { exitCode, stdout } = run(['--help'])
    expect(exitCode).toBe(0)
    for (const name of ['serve', 'demo', 'deploy', 'migrate', 'openapi', 'doctor', 'version']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
  })

  test('prints the licences of its fonts and packages', () => {
    const { exitCode, stdout } = run(['licenses'])
    expect(exitCode).toBe(0)
    expect(stdout.match(/SIL OPEN FONT LICENSE Version 1\.1/g)?.length).toBeGreaterThanOrEqual(10)
    for (const name of Object.keys(manifest.dependencies)) expect(stdout).toContain(`\n${name} `)
  })

  test.each([['--nonsense'], ['nonsense'], ['version --nonsense'], ['demo --fersh']])(
    'refuses `cairn %s` with one line and exit code 2',
    (line) => {
      const { exitCode, stdout, stderr } = run(line.split(' '))
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    },
  )

  test('holds every required part, images drawn and compared', () => {
    const { exitCode, stdout } = run(['doctor', '--json'])
    const report: {
      ok: boolean
      checks: { name: string; required: boolean; state: string; detail: string }[]
    } = JSON.parse(stdout)
    const required = report.checks.filter((check) => check.required)
    expect(required.map(({ name, state }) => [name, state])).toEqual([
      ['runtime', 'ok'],
      ['settings', 'ok'],
      ['data folder', 'ok'],
      ['database', 'ok'],
      ['anvil', 'ok'],
      ['images', 'ok'],
      ['scan', 'ok'],
    ])
    expect(report.checks.find(({ name }) => name === 'images')?.detail).toEndWith('with every pixel right')
    expect({ exitCode, ok: report.ok }).toEqual({ exitCode: 0, ok: true })
    expect(entries(folder)).toEqual(['cairn'])
  })

  test('does not read settings or code from the folder it is started in', () => {
    writeFileSync(join(folder, '.env'), 'PORT=nonsense\n')
    writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./preload.ts"]\n')
    writeFileSync(join(folder, 'preload.ts'), 'process.exit(77)\n')
    try {
      const { exitCode, stdout } = run(['openapi'])
      expect(exitCode).toBe(0)
      expect(JSON.parse(stdout).openapi).toBe('3.1.0')
    } finally {
      for (const name of ['.env', 'bunfig.toml', 'preload.ts']) rmSync(join(folder, name))
    }
  })

  test('does not contain a path of the machine that built it', () => {
    expect(readFileSync(executable).includes(root)).toBe(false)
  })

  test('demo seeds its chain the first time and replays it after that, with the same data, and leaves nothing behind', async () => {
    const first = await startDemo()
    const list = await (await fetch(`${first.url}/api/explorer/milestones`)).json()
    expect(list.milestones.length).toBeGreaterThan(0)
    await expectSwaggerUi(first.url)

    const pids = processesFrom(scratch)
    expect(pids.length).toBeGreaterThan(1)
    const allowed = [join(folder, '.cairn'), temporary]
    const strange = pids
      .flatMap(filesHeldOpen)
      .filter((path) => !allowed.some((place) => path.startsWith(`${place}/`)))
    expect(strange).toEqual([])
    expect(await first.stop()).toBe(0)
    expect(processesFrom(scratch)).toEqual([])
    const journal = join(folder, '.cairn/chain/blocks.jsonl')
    const seeded = readFileSync(journal, 'utf8')

    const second = await startDemo()
    // Seeding anew would write another journal.
    expect(readFileSync(journal, 'utf8')).toStartWith(seeded)
    const again = await (await fetch(`${second.url}/api/explorer/milestones`)).json()
    expect(hashesOf(again)).toEqual(hashesOf(list))
    expect(await second.stop()).toBe(0)
    expect(processesFrom(scratch)).toEqual([])

    expect(entries(folder)).toEqual(['.cairn', 'cairn'])
    expect(entries(temporary)).toEqual([`cairn-${process.getuid?.()}`])
  })

  test('scans its sample site in processes of its own, and renders a shell where a browser is', async () => {
    const shell = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: shellPage })
    const demo = await startDemo({
      AREAS: 'analysis',
      SCAN_LOCAL_ORIGINS: `http://127.0.0.1:${shell.port}`,
      SCAN_SECONDS: '240',
    })
    try {
      const sample = await scan(demo.url, sampleOrigin(demo.log()))
      expect(sample.pages).toHaveLength(6)
      expect(valuesOf(sample, 'contact-phone')).toEqual(['+441174960123'])
      const rendered = await scan(demo.url, `http://127.0.0.1:${shell.port}/`)
      expect(rendered.escalatedToBrowser).toBe(chromium !== undefined)
      expect(valuesOf(rendered, 'company-name')).toEqual(chromium === undefined ? [] : ['Glimmer Labs'])
    } finally {
      expect(await demo.stop()).toBe(0)
      await shell.stop(true)
    }
    expect(processesFrom(scratch)).toEqual([])
  })

  test('makes campaign images, an SVG logo and copy in several scripts among them, with the same bytes as from source', async () => {
    const request = {
      command: 'Misty forest at dawn, "Guten Morgen, おはよう 🌄", landscape',
      parameters: { brandKitId: 'demo-launch', seed: 5 },
    }
    const source = await startCampaignServer()
    const demo = await startDemo({ AREAS: 'campaign' })
    try {
      const wanted = await (await source.post('/api/agent', request)).json()
      const made = await postJson(`${demo.url}/api/agent`, request)
      expect(made.status).toBe('completed')
      expect(filesOf(made)).toEqual(filesOf(wanted))
    } finally {
      await source.stop()
      expect(await demo.stop()).toBe(0)
    }
    expect(processesFrom(scratch)).toEqual([])
  })

  async function startDemo(settings: Record<string, string> = {}) {
    const startedAt = performance.now()
    const child = Bun.spawn([executable, 'demo'], {
      cwd: folder,
      env: { PORT: '0', SAMPLE_PORT: '0', TMPDIR: temporary, ...settings },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    let log = ''
    const logged = child.stderr.pipeTo(
      new WritableStream({
        write: (chunk) => {
          log += Buffer.from(chunk).toString()
        },
      }),
    )
    const url = await readyUrl(child.stdout)
    if (url === undefined) {
      await logged
      throw new Error(`The demo ended before it was ready:\n${log.slice(-4000)}`)
    }
    const answer = await fetch(url + (firstPaths[settings['AREAS'] ?? ''] ?? '/api/status/demo'))
    expect(answer.status).toBe(200)
    // Printed and not asserted: it is as fast as the machine.
    console.log(`first answer after ${(performance.now() - startedAt).toFixed(0)} ms`)
    return {
      url,
      log: () => log,
      stop: async () => {
        child.kill('SIGTERM')
        return await child.exited
      },
    }
  }
}

/** What is asked for first where Area C is not mounted. */
const firstPaths: Readonly<Record<string, string>> = {
  analysis: '/api/catalog',
  campaign: '/.well-known/agent.json',
}

interface Run {
  status: string
  assets: { resultUrl: string; previewUrl: string }[]
}

/** The names of a run's files, which are their hashes. */
function filesOf({ assets }: Run): string[] {
  return assets.flatMap(({ resultUrl, previewUrl }) => [resultUrl, previewUrl].map((url) => url.slice(-70)))
}

async function postJson(url: string, body: unknown): Promise<Run> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return await response.json()
}

/** A page that is empty until its script runs. */
function shellPage(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/app.js') {
    const script = `document.title = 'Glimmer Labs'
document.querySelector('#root').innerHTML = '<h1>Glimmer Labs</h1><p>Billing software.</p><a href="mailto:hello@glimmer-labs.at">Write to us</a>'`
    return new Response(script, { headers: { 'content-type': 'text/javascript' } })
  }
  if (pathname !== '/') return new Response('', { status: 404 })
  return new Response('<!doctype html><title></title><div id="root"></div><script src="/app.js"></script>', {
    headers: { 'content-type': 'text/html' },
  })
}

function sampleOrigin(log: string): string {
  const origin = /Sample site +(http:\S+)/.exec(log)?.[1]
  if (origin === undefined) throw new Error(`The demo tells no sample site:\n${log.slice(-4000)}`)
  return origin
}

interface Scanned {
  pages: unknown[]
  escalatedToBrowser: boolean
  facts: { topic: string; value?: string }[]
}

async function scan(server: string, url: string): Promise<Scanned> {
  const response = await fetch(`${server}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  expect(response.status).toBe(200)
  return await response.json()
}

function valuesOf({ facts }: Scanned, topic: string): (string | undefined)[] {
  return facts.filter((fact) => fact.topic === topic).map(({ value }) => value)
}

async function readyUrl(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> {
  let text = ''
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const url = /^ready (http:\S+)$/m.exec(text)?.[1]
    if (url !== undefined) return url
  }
  return undefined
}

async function expectSwaggerUi(url: string) {
  const page = await fetch(`${url}/swagger`)
  const html = await page.text()
  const named = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path = '']) => path)
  expect(page.status).toBe(200)
  expect(named.length).toBeGreaterThanOrEqual(3)
  // Loaded by the page's script when an operation is opened.
  for (const path of [...named, '/swagger/swagger-ui-bundle.js']) {
    expect(path).toStartWith('/')
    const asset = await fetch(url + path)
    expect([path, asset.status]).toEqual([path, 200])
    expect((await asset.bytes()).length).toBeGreaterThan(100)
  }
}

function hashesOf(list: { milestones: { milestoneHash: string }[] }): string[] {
  return list.milestones.map(({ milestoneHash }) => milestoneHash)
}

function entries(folder: string): string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).sort() : []
}
