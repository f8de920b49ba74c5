import { embedded } from '../../kernel/runtime/embedded.ts'
import type { RenderAnswer } from './jobs.ts'
import type { StartWorker } from './pool.ts'

/** Workers run this same program, as an executable has no other file; its main file detects the worker thread. */
const program = embedded === undefined ? new URL('../../main.ts', import.meta.url).href : Bun.main

export const startWorker: StartWorker = ({ onAnswer, onError }) => {
  const worker = new Worker(program)
  worker.addEventListener('message', ({ data }: MessageEvent<RenderAnswer>) => onAnswer(data))
  worker.addEventListener('error', ({ message }) => onError(message))
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  }
}
