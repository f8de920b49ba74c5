import { Type as t } from '@sinclair/typebox'

/** A moment as answers tell it. */
export const Rfc3339 = (description: string) =>
  t.String({ format: 'date-time', description, examples: ['2026-05-04T09:30:00.000Z'] })

/** One of a list of words. */
export const words = <const Word extends string>(list: readonly Word[], description: string) =>
  t.Union(
    list.map((word) => t.Literal(word)),
    { description, examples: list.slice(0, 1) },
  )
