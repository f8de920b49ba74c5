export const eventStreamType = 'text/event-stream'

/** The last one keeps proxies such as nginx from holding messages back. */
export const eventStreamHeaders = {
  'content-type': eventStreamType,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
