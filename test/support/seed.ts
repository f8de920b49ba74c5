/** The seed of a file's random tests: TEST_SEED, or a new one. It is printed, so that a failure can be repeated. */
export function testSeed(file: string): number {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  console.log(`${file} runs with TEST_SEED=${seed}`)
  return seed
}
