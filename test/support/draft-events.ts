import type { DraftEvents } from '../../src/campaign/drafts/draft-view.ts'

/** Drafts that send no callbacks. */
export const noDraftEvents: DraftEvents = {
  record: async () => {},
  committed: () => {},
  historyOf: async () => [],
  remove: async () => {},
}
