/**
 * Waits for `work`, for `msMax` milliseconds. What is late goes on unheeded.
 * @throws what `work` rejects with, or what `late` makes when the time is up
 */
export async function within<Result>(
  work: Promise<Result>,
  msMax: number,
  late: () => Error = () => new Error(`no answer within ${msMax} ms`),
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), msMax)
  })
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
