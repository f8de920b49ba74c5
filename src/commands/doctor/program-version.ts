const answerMsMax = 10_000

/** The first line that `<program> --version` prints; undefined when it does not run. */
export async function programVersion(program: string): Promise<string | undefined> {
  try {
    const child = Bun.spawn([program, '--version'], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: answerMsMax,
      killSignal: 'SIGKILL',
    })
    const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
    return code === 0 ? text.trim().split('\n')[0] : undefined
  } catch {
    return undefined
  }
}
