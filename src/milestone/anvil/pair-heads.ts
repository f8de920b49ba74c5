/**
 * Calls `onHead` whenever the node tells of a new block, until stopped. That saves waiting, no more: it says nothing of
 * blocks that were taken back, and goes silent when the connection breaks.
 */
export function watchHeads(nodeUrl: string, onHead: () => void): { stop(): void } {
  const socket = new WebSocket(nodeUrl.replace('http:', 'ws:'))
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
  })
  socket.addEventListener('message', onHead)
  // A node that is going away is noticed elsewhere.
  socket.addEventListener('error', () => {})
  return { stop: () => socket.close() }
}
