import { join } from 'node:path'
import { embedded } from '../../../kernel/runtime/embedded.ts'
import { ImageRejected } from '../errors.ts'
import type { Raster } from '../raster.ts'
import type { Size } from './svg-size.ts'

/** The hidden first argument with which this program draws one SVG and ends. */
export const renderChildWord = '__render-svg'

export interface ProcessLimits {
  /** Of processor time, enforced by the operating system. */
  cpuSeconds: number
  memoryBytes: number
  /** Wall time; CPU time may be scarce on a loaded machine. */
  seconds: number
}

const processLimits: ProcessLimits = { cpuSeconds: 5, memoryBytes: 768 * 1024 * 1024, seconds: 30 }

/** The numbers and the command arrive as arguments: nothing is interpolated into the script. */
const limitScript = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"'

/**
 * Draws an SVG of `checkSvg` in a process of its own, which is ended when it takes too long or too much memory: a path of
 * 1,000 dashed lines takes minutes inside one call that nothing can interrupt.
 * @throws ImageRejected
 */
export async function renderUntrustedSvg(
  svg: Uint8Array,
  { width, height }: Size,
  limits: ProcessLimits = processLimits,
): Promise<Raster> {
  const { seconds } = limits
  const child = Bun.spawn(limited([...childCommand(), `${width}`, `${height}`, `${seconds}`], limits), {
    cwd: '/',
    env: childEnvironment(),
    stdin: svg,
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: seconds * 1_000,
    killSignal: 'SIGKILL',
  })
  const [data, exitCode] = await Promise.all([new Response(child.stdout).bytes(), child.exited])
  if (exitCode === 0 && data.length === width * height * 4) return { width, height, channels: 4, data }
  if (child.signalCode !== null) {
    throw new ImageRejected('takes too much time or memory to draw', 'simplify its paths, dashes and filters')
  }
  throw new ImageRejected('cannot be drawn', 'simplify it, and leave its size to its viewBox')
}

/** This program: its sources, or the compiled executable. */
function childCommand(): string[] {
  const main = join(import.meta.dir, '../../../main.ts')
  return [process.execPath, ...(embedded === undefined ? [main] : []), renderChildWord]
}

function limited(command: string[], { cpuSeconds, memoryBytes }: ProcessLimits): string[] {
  if (process.platform === 'win32') return command
  const memoryKilobytes = Math.floor(memoryBytes / 1024)
  return ['/bin/sh', '-c', limitScript, 'sh', `${cpuSeconds}`, `${memoryKilobytes}`, ...command]
}

/** Only the variables that set where an executable unpacks its libraries; the engine reserves less memory. */
function childEnvironment(): Record<string, string> {
  const names = ['HOME', 'XDG_CACHE_HOME', 'TMPDIR']
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(kept), BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024) }
}
