/** Prints what some families render, as a process or as a Worker. */
import { renderHashes } from './family-kit.ts'

if (import.meta.main) console.log(JSON.stringify(await renderHashes()))
else if (!Bun.isMainThread) postMessage(await renderHashes())
