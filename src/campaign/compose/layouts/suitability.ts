import { type Static, Type as t } from '@sinclair/typebox'

/** Facts that all hold, as `picture !quote words<=20`: names of facts that are not 0, or that are, or comparisons. */
const Condition = t.String({ pattern: '^!?[\\w:]+(?:(?:<=|>)\\d+)?(?: !?[\\w:]+(?:(?:<=|>)\\d+)?)*$' })

/** When a layout is chosen; rules are products of lists, in which the first row whose condition holds counts. */
export const Rules = {
  /** Without this the layout is out of the question. */
  needs: t.Optional(Condition),
  /** 1 where the layout serves, 1.5 where the copy calls for it. */
  suits: t.Array(t.Array(t.Union([t.Tuple([t.Number()]), t.Tuple([t.Number(), Condition])]))),
}

const RuleSet = t.Object(Rules)

/** What copy and picture of a campaign are like; numbers that are absent are 0. */
export type Facts = Readonly<Record<string, number | boolean>>

/** How well rules suit a campaign, from 0. */
export function suitability({ needs = '', suits }: Readonly<Static<typeof RuleSet>>, facts: Facts): number {
  if (!holds(needs, facts)) return 0
  return suits.reduce((product, rows) => {
    const [factor = 1] = rows.find(([, condition = '']) => holds(condition, facts)) ?? []
    return product * factor
  }, 1)
}

function holds(condition: string, facts: Facts): boolean {
  return condition.split(' ').every((term) => {
    const [, not, name = '', sign, limit] = /^(!?)([\w:]*)(<=|>)?(\d*)$/.exec(term) ?? []
    if (name === '') return true
    const value = Number(facts[name] ?? 0)
    if (sign !== undefined) return sign === '>' ? value > Number(limit) : value <= Number(limit)
    return value > 0 !== (not === '!')
  })
}
