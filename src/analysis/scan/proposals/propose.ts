import type { Llm } from '../../../kernel/llm/llm.ts'
import { LlmFault } from '../../../kernel/llm/llm-fault.ts'
import { within } from '../../../kernel/runtime/async.ts'
import type { Log } from '../../../kernel/runtime/log.ts'
import type { Candidate } from '../facts/topic.ts'
import { closedLists } from './closed-lists.ts'
import { type ExcerptLine, excerptCharsMax } from './excerpt.ts'
import { candidateOf, readProposals } from './proposals.ts'

const instructions = `The data holds lines of a company's website in "lines". State facts about that company alone, not about its customers, partners or suppliers: topic "product" (a product or service that it sells, by its name), "team" (a person as "Name, Role" or "Name"), "pricing" (one price as written, with its unit), "audience" (one of "audiences") and "industry" (one of "industries"). Answer with one JSON array of objects {"topic", "value", "quote"}, at most 20. The quote is copied from one line, word for word; the value is copied from the quote, or is the option. State nothing that no line says; without facts answer [].`
const outputTokensMax = 1_200
const charsMax = 4 * excerptCharsMax
const perTopicMax = 8

export interface ProposeOptions {
  llm: Pick<Llm, 'write'>
  caller: string
  log: Log
  /** Aborts the request to the model. */
  signal: AbortSignal
}

/** Proposals of the model for each page; none without a usable reply in time. Never rejects. */
export async function propose(
  pages: ReadonlyArray<readonly ExcerptLine[]>,
  { llm, caller, log, signal }: ProposeOptions,
): Promise<Candidate[][]> {
  const lines = linesToShow(pages)
  const data = {
    audiences: [...closedLists.audience.keys()],
    industries: [...closedLists.industry.keys()],
    lines,
  }
  try {
    const answer = lines.length === 0 ? '[]' : llm.write({ caller, instructions, data, outputTokensMax })
    const proposals = readProposals(await within(answer, signal))
    const few = [...Map.groupBy(proposals, ({ topic }) => topic).values()].flatMap((own) =>
      own.slice(0, perTopicMax),
    )
    return pages.map((page) => few.flatMap((proposal) => candidateOf(proposal, page) ?? []))
  } catch (error) {
    log.info('LLM proposed no facts', { kind: error instanceof LlmFault ? error.kind : 'late' })
    return pages.map(() => [])
  }
}

/** The lines of all pages, repeated blocks once. */
function linesToShow(pages: ReadonlyArray<readonly ExcerptLine[]>): string[] {
  const lines: string[] = []
  let chars = 0
  for (const [, [line]] of Map.groupBy(pages.flat(), ({ block }) => block)) {
    chars += line?.text.length ?? 0
    if (line === undefined || chars > charsMax) break
    lines.push(line.text)
  }
  return lines
}
