import type { StreamMessage } from './event-stream.ts'

/** An event of the feed as answers show it. */
export interface FeedEvent {
  id: string
  timestamp: number
  blockNumber?: number | undefined
  txHash?: string | undefined
}

export type FeedCopy = ReturnType<typeof createFeedCopy>

/** What a client of the stream has, if it does with each message what the README says and nothing more. */
export function createFeedCopy(initial: readonly FeedEvent[] = []) {
  const events = new Map(initial.map((event) => [event.id, event]))
  const faults: string[] = []
  let resets = 0
  return {
    apply: ({ event, data }: StreamMessage) => {
      if (event === 'activity') {
        if (events.has(data.id)) faults.push(`twice: ${data.id}`)
        events.set(data.id, data)
      } else if (event === 'retract') {
        const gone = [...events.values()].filter(({ blockNumber = -1 }) => blockNumber > data.aboveBlock)
        for (const { id } of gone) {
          events.delete(id)
          if (data.ids !== undefined && !data.ids.includes(id)) faults.push(`not named: ${id}`)
        }
      } else if (event === 'reset') {
        events.clear()
        resets += 1
      } else faults.push(`unknown message: ${event}`)
    },
    /** By id. */
    events: () => sorted([...events.values()]),
    /** Ids that came although they were there already, and ids taken back without being named. */
    faults,
    resets: () => resets,
  }
}

export function sorted<Event extends FeedEvent>(events: readonly Event[]): Event[] {
  return events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** All of GET /api/activity, by id, and the id of the state that its first page shows. */
export async function readFeed(
  url: string,
  query = '',
): Promise<{ events: FeedEvent[]; lastEventId: string }> {
  const events: FeedEvent[] = []
  let lastEventId: string | undefined
  let cursor = ''
  for (;;) {
    const answer = await (await fetch(`${url}/api/activity?limit=200${query}${cursor}`)).json()
    events.push(...answer.events)
    lastEventId ??= answer.lastEventId
    if (answer.next === null) return { events: sorted(events), lastEventId: lastEventId ?? '' }
    cursor = `&cursor=${answer.next}`
  }
}
