/**
 * The messages of the stream in the wire format of server-sent events. Texts are JSON or ids of our own, so none of
 * them holds a line break.
 */

/** Milliseconds after which a client that lost its connection should come back. */
const retryMs = 2_000
/** Clients of a server that goes down come back spread over this many steps, so that they do not come all at once. */
const returnSteps = 20
const returnStepMs = 200

/** The first words, with the place from which to go on if nothing else arrives. */
export function greeting(id: string | undefined): string {
  return id === undefined ? `retry: ${retryMs}\n\n` : `retry: ${retryMs}\nid: ${id}\n\n`
}

export function activityMessage(id: string, json: string): string {
  return `event: activity\nid: ${id}\ndata: ${json}\n\n`
}

/** Everything above this block is taken back; `ids` names it as far as it is known. */
export interface Retraction {
  aboveBlock: number
  ids?: readonly string[]
}

export function retractMessage(id: string, retraction: Retraction): string {
  return `event: retract\nid: ${id}\ndata: ${JSON.stringify(retraction)}\n\n`
}

/** What the client holds cannot be continued: it must read the feed anew. */
export function resetMessage(id: string): string {
  return `event: reset\nid: ${id}\ndata: {"read":"/api/activity"}\n\n`
}

/** A sign of life; with an id when the place moved on without a message, over events that a filter left out. */
export function ping(id: string | undefined): string {
  return id === undefined ? ': ping\n\n' : `: ping\nid: ${id}\n\n`
}

/** The last words of a server that goes down, to the client of this index. */
export function farewell(index: number): string {
  return `retry: ${retryMs + (index % returnSteps) * returnStepMs}\n\n`
}
