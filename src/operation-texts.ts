import operations from './api-operations.json'
import tags from './api-tags.json'
import type { OperationTexts } from './kernel/http/describe-api.ts'
import type { ApiTexts } from './kernel/http/docs.ts'

/** What exists on this server, for examples that succeed. */
export interface SeededExamples {
  milestone: string
  root: string | undefined
  name: string | undefined
}

/**
 * Tags, descriptions and examples of the API. `{SAMPLE}`, `{MILESTONE}`, `{ROOT}` and `{NAME}` in examples stand for what
 * exists here; where one does not exist, its examples are left out.
 */
export function apiTexts(about: {
  sampleOrigin: string | undefined
  ready: Promise<unknown> | undefined
  seeded: () => SeededExamples | undefined
}): ApiTexts {
  return {
    tags: tags.map(([path = '', tag = '', description]) =>
      description === undefined ? [path, tag] : [path, tag, description],
    ),
    ready: about.ready,
    operations: () => {
      const { milestone, root, name } = about.seeded() ?? {}
      const values = { SAMPLE: about.sampleOrigin, MILESTONE: milestone, ROOT: root, NAME: name }
      return Object.fromEntries(
        Object.entries<OperationTexts>(operations).map(([id, texts]) => [id, withValues(texts, values)]),
      )
    },
  }
}

function withValues(
  texts: OperationTexts,
  values: Readonly<Record<string, string | undefined>>,
): OperationTexts {
  const { description, ...examples } = texts
  let isWhole = true
  const filled = JSON.stringify(examples).replace(/\{([A-Z]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  const kept: OperationTexts = isWhole ? JSON.parse(filled) : {}
  return { ...(description !== undefined && { description }), ...kept }
}
