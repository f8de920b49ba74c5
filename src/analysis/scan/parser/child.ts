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
 * The life of a parse child: answers one frame after the other until its input is closed. It reads nothing but its
 * input, writes nothing but its output, and may be killed at any time.
 */
export async function runParseChild(topics: readonly Topic[] = allTopics): Promise<void> {
  const parent = process.env[parentVariable]
  dieWithParent(parent === undefined ? undefined : Number(parent))
  // The output belongs to the frames.
  console.log = console.info = console.debug = () => {}
  say({ kind: 'ready', memoryLimited: process.env[memoryLimitedVariable] === '1' })
  const read = createFrameReader(requestBytesMax)
  const readRobots = createRobotsReader()
  const collect = createCollector()
  let asked = false
  // Topics of a test may be made to fail.
  if (topics === allTopics) void warmUp(() => asked)
  for await (const piece of Bun.stdin.stream()) {
    asked = true
    for (const frame of read(piece)) {
      const answer = answerTo(frame, { topics, readRobots })
      say(answer)
      // After a refused allocation nothing is certain, so a fresh process takes over.
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
      const sitemap = sitemapUrls(decodeBody(frame.body, request.contentType).text)
      return { kind: 'sitemap', sitemap, rssBytes: process.memoryUsage.rss() }
    }
    if (request.kind === 'robots') {
      const robots = readRobots(frame.body, request)
      return { kind: 'robots', robots, rssBytes: process.memoryUsage.rss() }
    }
    const page = parsePage({ ...request, body: frame.body }, topics)
    return { kind: 'page', page, rssBytes: process.memoryUsage.rss() }
  } catch (error) {
    const reason = isOutOfMemory(error) ? 'memory' : 'crashed'
    return { kind: 'failed', reason, message: String(error).slice(0, 500) }
  }
}

const rssBytesMax = 160 * 1024 * 1024
const bodyBytesMax = 1024 * 1024

/**
 * Collects garbage between two pages. Left alone, the collector would let a few large pages pile up to the limit; after
 * every small page it would take as long as the parse.
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
      // The parent is slow to read; there is nothing else to do here than to wait for it.
      Bun.sleepSync(1)
    }
  }
}
