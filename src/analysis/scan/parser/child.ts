import { writeSync } from 'node:fs'
import { sitemapUrls } from '../crawl/sitemap.ts'
import { decodeBody } from '../document/charset.ts'
import type { Topic } from '../facts/topic.ts'
import { allTopics } from '../facts/topics.ts'
import { createRobotsReader } from '../robots/robots-reader.ts'
import { dieWithParent } from './die-with-parent.ts'
import { createFrameReader, encodeHead, type Frame } from './frames.ts'
import { memoryLimitedVariable, parentVariable } from './limit-command.ts'
import { type Answer, requestBytesMax, requestOf } from './messages.ts'
import { isOutOfMemory } from './out-of-memory.ts'
import { parsePage } from './parse-page.ts'
import { warmUp } from './warm-up.ts'

/**
 * The main loop of a parse child: answers one frame after the other until its input is closed. It reads only its input,
 * writes only its output, and may be killed at any time.
 */
export async function runParseChild(topics: readonly Topic[] = allTopics): Promise<void> {
  const parent = process.env[parentVariable]
  dieWithParent(parent === undefined ? undefined : Number(parent))
  // Standard output is reserved for frames.
  console.log = console.info = console.debug = () => {}
  say({ kind: 'ready', memoryLimited: process.env[memoryLimitedVariable] === '1' })
  const read = createFrameReader(requestBytesMax)
  const readRobots = createRobotsReader()
  const collect = createCollector()
  let asked = false
  // Tests pass failing topics, which must not run during warm-up.
  if (topics === allTopics) void warmUp(() => asked)
  for await (const piece of Bun.stdin.stream()) {
    asked = true
    for (const frame of read(piece)) {
      const answer = answerTo(frame, { topics, readRobots })
      say(answer)
      // After a failed allocation the process is unreliable, so it is replaced.
      if (answer.kind === 'failed') process.exit(1)
      collect(frame.body.length)
    }
  }
  process.exit(0)
}

interface Readers {
  topics: readonly Topic[]
  readRobots: ReturnType<typeof createRobotsReader>
}

function answerTo(frame: Frame, { topics, readRobots }: Readers): Answer {
  try {
    const request = requestOf(frame)
    if (request.kind === 'sitemap') {
      const result = sitemapUrls(decodeBody(frame.body, request.contentType).text)
      return { kind: 'sitemap', result, rssBytes: process.memoryUsage.rss() }
    }
    if (request.kind === 'robots') {
      const result = readRobots(frame.body, request)
      return { kind: 'robots', result, rssBytes: process.memoryUsage.rss() }
    }
    const result = parsePage({ ...request, body: frame.body }, topics)
    return { kind: 'page', result, rssBytes: process.memoryUsage.rss() }
  } catch (error) {
    const reason = isOutOfMemory(error) ? 'memory' : 'crashed'
    return { kind: 'failed', reason, message: String(error).slice(0, 500) }
  }
}

const rssBytesMax = 160 * 1024 * 1024
const bodyBytesMax = 4 * 1024 * 1024

/**
 * Collects garbage between pages. Without it a few large pages would fill the memory limit; after every small page it
 * would take as long as the parse.
 */
function createCollector(): (bodyBytes: number) => void {
  let bytesSince = 0
  return (bodyBytes) => {
    bytesSince += bodyBytes
    if (bytesSince < bodyBytesMax || process.memoryUsage.rss() < rssBytesMax) return
    bytesSince = 0
    Bun.gc(true)
  }
}

function say(answer: Answer): void {
  let rest = encodeHead(answer)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) process.exit(1)
      // The parent reads slowly; the child has no other work.
      Bun.sleepSync(1)
    }
  }
}
