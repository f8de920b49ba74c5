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

const decision = (verb: DecisionVerb): Shortcut => {
  const { key, button } = decisionTexts[verb]
  return [{ [key]: { do: 'decide', verb } }, button]
}

type Shortcut = readonly [keys: Readonly<Record<string, Command>>, effect: string]

/** In the order of the help. */
const shortcuts: readonly Shortcut[] = [
  decision('approve'),
  decision('request_changes'),
  decision('reject'),
  [{ '0': { do: 'format', index: -1 } }, 'All formats'],
  [
    Object.fromEntries([0, 1, 2].map((index) => [`${index + 1}`, { do: 'format', index }] as const)),
    'One format',
  ],
  [{ ArrowLeft: { do: 'step', by: -1 }, ArrowRight: { do: 'step', by: 1 } }, 'Previous or next format'],
  [{ s: { do: 'toggle', what: 'safeArea' } }, 'Safe zones'],
  [{ l: { do: 'toggle', what: 'boxes' } }, 'Boxes of type and logo'],
  [{ p: { do: 'compare' } }, 'Compare with the previous revision'],
  [{ n: { do: 'pin' } }, 'Add a note to a place'],
  [{ e: { do: 'edit' } }, 'Edit copy and layout'],
  [{ v: { do: 'verify' } }, 'Verify the receipt'],
  [{ '?': { do: 'keys' } }, 'This list'],
]

const commands = new Map(shortcuts.flatMap(([keys]) => Object.entries(keys)))

/** The command of a key. Decisions open their dialog: a key alone never submits one. */
export function commandOf({ key, hasModifier, isTyping }: KeyPress): Command | undefined {
  return hasModifier || isTyping ? undefined : commands.get(key)
}

const shownKeys: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' }

/** The keys listed in the help. */
export const keyHelp = shortcuts.map(
  ([keys, effect]) => [Object.keys(keys).map((key) => shownKeys[key] ?? key), effect] as const,
)
