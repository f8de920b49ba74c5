import { runRenderChild } from './render-child.ts'

// Where the program is run from its sources; an executable has `renderChildWord` instead.
await runRenderChild(process.argv.slice(2))
