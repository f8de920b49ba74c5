/**
 * The messages of the stream in the wire format of server-sent events. Data are JSON or ids, so none of them contains a
 * line break.
 */

/** Milliseconds after which a client that lost its connection should reconnect. */
const retryMs = 2_000
/** Clients of a server that stops reconnect spread over this many steps, not all at once. */
const reconnectSteps = 20
const reconnectStepMs = 200

/** The first message, with the position from which to continue if nothing else arrives. */
export function openMessage(id: string | undefined): string {
  return id === undefined ? `retry: ${retryMs}\n\n` : `retry: ${retryMs}\nid: ${id}\n\n`
}

export function activityMessage(id: string, json: string): string {
  return `event: activity\nid: ${id}\ndata: ${json}\n\n`
}

/** Everything above this block is retracted; `ids` lists it as far as known. */
export interface Retraction {
  aboveBlock: number
  ids?: readonly string[]
}

export function retractMessage(id: string, retraction: Retraction): string {
  return `event: retract\nid: ${id}\ndata: ${JSON.stringify(retraction)}\n\n`
}

/** What the client has cannot be continued: it must read the feed again. */
export function resetMessage(id: string): string {
  return `event: reset\nid: ${id}\ndata: {"read":"/api/activity"}\n\n`
}

/** A keep-alive comment; with an id when the position advanced without a message, past events that a filter left out. */
export function pingMessage(id: string | undefined): string {
  return id === undefined ? ': ping\n\n' : `: ping\nid: ${id}\n\n`
}

/** The last message of a server that stops, to the client of this index. */
export function endMessage(index: number): string {
  return `retry: ${retryMs + (index % reconnectSteps) * reconnectStepMs}\n\n`
}
