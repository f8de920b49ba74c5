import type { Kit } from '../brand-kits/kit.ts'
import {
  type Controls,
  type CopyControls,
  defaultControls,
  defaultCopy,
  type OverlayMode,
} from '../compose/controls.ts'
import { InvalidRequest } from '../errors.ts'
import { type FormatId, formatIds } from '../formats.ts'
import type { ParsedBrief } from './parse.ts'
import type { AgentRequest } from './request.ts'

/** Everything that decides what a run makes, after explicit parameters, the brief, the kit and the defaults were merged. */
export interface RunPlan {
  /** The command as it came. */
  brief: string
  /** What the scene shows. */
  prompt: string
  logoUrl: string | undefined
  /** The brief asks for no logo at all. */
  noLogo: boolean
  baseImageUrl: string | undefined
  overlayMode: OverlayMode
  copy: Required<CopyControls>
  controls: Required<Controls>
  formats: readonly FormatId[]
  /** Formats were named by the request. */
  formatsGiven: boolean
  palette: readonly string[]
  seed: number
  warnings: readonly string[]
}

/** The kit id or pin that a request names, explicitly or in its brief. */
export function kitPinOf(request: AgentRequest, parsed: ParsedBrief): string | undefined {
  return request.parameters?.brandKitId ?? parsed.parameters.brandKitId
}

/**
 * Merges what a request says with what its kit says: explicit parameters win over the brief, the brief over the kit, the
 * kit over the defaults.
 * @throws InvalidRequest when there is neither a brief nor a parameter
 */
export function planRun(request: AgentRequest, parsed: ParsedBrief, kit: Kit | undefined): RunPlan {
  const { command = '', parameters: explicit = {} } = request
  if (command.trim() === '' && Object.keys(explicit).length === 0)
    throw new InvalidRequest('Cannot run without a brief: send "command", or "parameters"', 'command')
  const inBrief = parsed.parameters
  const formats = explicit.formats ?? inBrief.formats ?? kit?.formats ?? ['square']
  const prompt = explicit.prompt ?? firstText(parsed.prompt, kit?.prompt)
  const plan = {
    brief: command,
    prompt,
    logoUrl: explicit.logoUrl ?? inBrief.logoUrl,
    noLogo: parsed.noLogo === true && explicit.logoUrl === undefined,
    baseImageUrl: explicit.baseImageUrl ?? inBrief.baseImageUrl,
    overlayMode: explicit.overlayMode ?? inBrief.overlayMode ?? kit?.overlayMode ?? 'none',
    copy: { ...defaultCopy, ...kit?.text, ...inBrief.text, ...explicit.text },
    controls: { ...defaultControls, ...kit?.controls, ...inBrief.controls, ...explicit.controls },
    // In one order, so that the same formats are the same run.
    formats: formatIds.filter((format) => formats.includes(format)),
    formatsGiven: explicit.formats !== undefined || inBrief.formats !== undefined,
    palette: kit?.palette ?? [],
  }
  return {
    ...plan,
    seed: explicit.seed ?? seedOf(`${kit?.id ?? ''}\n${kit?.version ?? ''}\n${prompt}\n${command}`),
    warnings: [...parsed.warnings, ...parsed.unrecognized.map(notUnderstood)],
  }
}

/** Without the kit's formats that a caller's plan does not have; formats that were asked for are refused elsewhere. */
export function withinFormats(
  plan: RunPlan,
  { name, formats: allowed }: { name: string; formats: readonly FormatId[] },
): RunPlan {
  const formats = plan.formats.filter((format) => allowed.includes(format))
  if (plan.formatsGiven || formats.length === 0 || formats.length === plan.formats.length) return plan
  const left = plan.formats.filter((format) => !allowed.includes(format)).join(', ')
  return {
    ...plan,
    formats,
    warnings: [...plan.warnings, `Formats of the kit that the plan "${name}" does not include: ${left}`],
  }
}

function firstText(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? ''
}

function notUnderstood(part: string): string {
  return `This part of the command was not understood: "${part}"`
}

/** The same request gives the same scene unless it sends another seed. */
function seedOf(text: string): number {
  return new DataView(new Bun.CryptoHasher('sha256').update(text).digest().buffer).getUint32(0)
}
