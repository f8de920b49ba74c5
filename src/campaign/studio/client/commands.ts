import type { DecisionVerb } from '../../drafts/review.ts'
import { decisionTexts } from './texts.ts'

export type Command =
  | { do: 'decide'; verb: DecisionVerb }
  | { do: 'format'; index: number }
  | { do: 'step'; by: 1 | -1 }
  | { do: 'toggle'; what: 'safeArea' | 'boxes' }
  | { do: 'compare' }
  | { do: 'pin' }
  | { do: 'edit' }
  | { do: 'verify' }
  | { do: 'keys' }

/** A key of a keyboard event, with its modifiers and its target. */
export interface KeyPress {
  key: string
  hasModifier: boolean
  /** In a field, or while a dialog is open. */
  isTyping: boolean
}

const decisionKeys = new Map(
  (['approve', 'request_changes', 'reject'] as const).map((verb) => [decisionTexts[verb].key, verb]),
)

/** The command of a key. Decisions open their dialog: a key alone never submits one. */
export function commandOf({ key, hasModifier, isTyping }: KeyPress): Command | undefined {
  if (hasModifier || isTyping) return undefined
  const verb = decisionKeys.get(key)
  if (verb !== undefined) return { do: 'decide', verb }
  if (/^[0-9]$/.test(key)) return { do: 'format', index: Number(key) - 1 }
  switch (key) {
    case 'ArrowRight':
      return { do: 'step', by: 1 }
    case 'ArrowLeft':
      return { do: 'step', by: -1 }
    case 's':
      return { do: 'toggle', what: 'safeArea' }
    case 'l':
      return { do: 'toggle', what: 'boxes' }
    case 'p':
      return { do: 'compare' }
    case 'n':
      return { do: 'pin' }
    case 'e':
      return { do: 'edit' }
    case 'v':
      return { do: 'verify' }
    case '?':
      return { do: 'keys' }
    default:
      return undefined
  }
}

/** The keys listed in the help. */
export const keyHelp: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['a'], 'Approve'],
  [['c'], 'Request changes'],
  [['r'], 'Reject'],
  [['0'], 'All formats'],
  [['1', '2', '3'], 'One format'],
  [['←', '→'], 'Previous or next format'],
  [['s'], 'Safe zones'],
  [['l'], 'Boxes of type and logo'],
  [['p'], 'Compare with the previous revision'],
  [['n'], 'Add a note to a place'],
  [['e'], 'Edit copy and layout'],
  [['v'], 'Verify the receipt'],
  [['?'], 'This list'],
]
