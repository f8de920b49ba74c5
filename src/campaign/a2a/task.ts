import { Task } from '@a2a-js/sdk'
import { taskStatus } from '../callbacks/task-status.ts'
import type { Draft } from '../drafts/draft.ts'
import type { StoredTask } from './tasks.ts'

/** The task that a draft is. `historyLength` of 0 leaves the message out. */
export function taskOf(
  draft: Draft,
  { contextId, message }: StoredTask,
  { historyLength, reviewUrl }: { historyLength?: number | undefined; reviewUrl?: string } = {},
): Task {
  const { draftId, run, review, error, revisedBy, decisions, createdAt } = draft
  const last = decisions.at(-1)
  return Task.fromJSON({
    id: draftId,
    contextId,
    status: taskStatus({
      ...{ draftId, contextId, run, review, error, last, revisedBy, reviewUrl },
      at: Date.parse(last?.decidedAt ?? createdAt),
    }),
    artifacts: artifactsOf(draft),
    history: message === undefined || historyLength === 0 ? [] : [message],
    metadata: {
      expiresAt: draft.expiresAt,
      ...(reviewUrl !== undefined && { studioReviewUrl: reviewUrl }),
    },
  })
}

function artifactsOf({ draftId, assets, ...draft }: Draft) {
  if (assets.length === 0) return []
  const { assetHash, brandKit, warnings, seed, layout, provenanceReceiptId, approvedVariant } = draft
  const images = assets.map(({ format, variant, width, height, resultUrl, previewUrl, layout }) => {
    const name = variant === undefined ? format : `${format}-${variant}`
    return {
      artifactId: name,
      name,
      description: `${width}x${height}`,
      parts: [
        { url: resultUrl, mediaType: 'image/png', filename: `${name}.png` },
        { url: previewUrl, mediaType: 'image/webp', filename: `${name}-preview.webp` },
      ],
      metadata: { format, variant, width, height, layout },
    }
  })
  const data = { draftId, assetHash, brandKit, warnings, seed, layout, provenanceReceiptId, approvedVariant }
  const run = {
    artifactId: 'run',
    name: 'run',
    description: 'What was made, and the receipt that proves it',
    parts: [{ data: JSON.parse(JSON.stringify(data)), mediaType: 'application/json' }],
  }
  return [...images, run]
}
