import { Type } from '@sinclair/typebox'
import { checkedData, eachOf } from '../../kernel/runtime/checked-data.ts'
import { type FaultName, type FaultType, faultNames, faultTypes, type StepWord, stepWords } from './fault.ts'
import table from './faults.json'
import { wireFaults } from './wire-faults.ts'

const Step = Type.Unsafe<StepWord>(Type.Union(stepWords.map((word) => Type.Literal(word))))
const Facts = Type.Object(
  {
    /** Where it always has an occasion: at these steps, or at all that send; at every request when absent. */
    steps: Type.Optional(Type.Union([Type.Literal('sending'), Type.Array(Step)])),
    /** Default hits of a fault that would otherwise leave a cycle without a quorum. */
    hits: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
export const faultFacts = checkedData(eachOf(faultTypes, Facts), table, 'faults.json')

/** A fault with the default scope of its name. */
export interface NamedFault {
  name: FaultName
  type: FaultType
  /** Undefined for all endpoints, and for faults that are not of the wire. */
  endpoint: number | undefined
  /** Hits at most; undefined without a limit. */
  count: number | undefined
}

/**
 * The fault of a name with its default scope, which the remaining endpoints survive unless the name includes all of
 * them. Undefined for an unknown name.
 */
export function resolveFault(text: string): NamedFault | 'clear' | undefined {
  if (text === 'clear') return 'clear'
  const name = faultNames.find((known) => known === text)
  if (name === undefined) return undefined
  const type = name === 'kill_rpc' || name === 'kill_all' ? 'rpc_down' : name
  const isTotal = name === 'rpc_down' || name === 'kill_all'
  const isOfWire = wireFaults.some((fault) => fault.type === type)
  return {
    name,
    type,
    endpoint: isOfWire && !isTotal ? 0 : undefined,
    count: faultFacts[type].hits,
  }
}
