import { AppError } from '../../kernel/runtime/app-error.ts'
import { campaignError } from '../errors.ts'
import { checkFont } from './check-font.ts'
import type { CheckAnswer } from './check-untrusted-font.ts'

/**
 * Checks one font and ends this process: reads it from the standard input and writes one line of JSON to the standard
 * output, then the bytes of the checked font.
 */
export async function runCheckChild(): Promise<void> {
  const { answer, sfnt } = await answerTo(await Bun.stdin.bytes())
  await Bun.write(Bun.stdout, Buffer.concat([new TextEncoder().encode(`${JSON.stringify(answer)}\n`), sfnt]))
  process.exit(0)
}

async function answerTo(bytes: Uint8Array): Promise<{ answer: CheckAnswer; sfnt: Uint8Array }> {
  try {
    const { facts, sfnt } = await checkFont(bytes)
    return { answer: { facts }, sfnt }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [state, need] = campaignError.is(error, 'font_rejected')
      ? error.values
      : ['cannot be read', error.message]
    return { answer: { refused: { state, need } }, sfnt: new Uint8Array() }
  }
}
