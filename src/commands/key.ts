import { type CallerKeys, createCallerKeys } from '../campaign/entitlements/caller-keys.ts'
import { isCallerName, localCaller } from '../campaign/entitlements/caller-name.ts'
import { planNamed, planNames } from '../campaign/entitlements/plans.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { type Flags, UsageError } from './command.ts'
import { columns } from './help.ts'
import { withDatabase } from './with-database.ts'

export async function createKey(flags: Flags): Promise<void> {
  const caller = flags.text('caller')
  if (caller === undefined) throw new UsageError('Cannot make a key without a caller: give --caller NAME')
  if (!isCallerName(caller))
    throw new UsageError(
      `Cannot make a key for the caller ${JSON.stringify(caller)}: --caller must be 1 to 64 of a-z 0-9 . _ - that begin with a letter or digit, and not a name that is reserved`,
    )
  const planName = flags.text('plan')
  const plan = planName === undefined ? undefined : planNamed(planName)
  if (planName !== undefined && plan === undefined)
    throw new UsageError(
      `Cannot grant the plan ${JSON.stringify(planName)}: --plan must be ${planNames.join(', ')}`,
    )
  await withKeys(async (keys) => {
    const { id, key } = await keys.create(caller, plan?.name)
    process.stderr.write(
      `Made ${id} for "${caller}". The key is shown this once; send it as Authorization: Bearer KEY. Calls without a key are refused from now on${caller === localCaller ? '' : `; what was made without one belongs to the caller ${localCaller}, for whom a key can be made too`}.\n`,
    )
    process.stdout.write(`${key}\n`)
  })
}

export function listKeys(): Promise<void> {
  return withKeys(async (keys) => {
    const rows = (await keys.list()).map(({ id, caller, plan, createdAt, revokedAt }) => [
      id,
      caller,
      plan,
      new Date(createdAt).toISOString(),
      revokedAt === null ? '-' : new Date(revokedAt).toISOString(),
    ])
    const heads = ['ID', 'CALLER', 'PLAN', 'CREATED', 'REVOKED']
    process.stdout.write(`${columns([heads, ...rows]).join('\n')}\n`)
  })
}

export function revokeKey({ operands: [id = ''] }: Flags): Promise<void> {
  return withKeys(async (keys) => {
    const revoked = await keys.revoke(id)
    if (revoked === undefined)
      throw new StartupError(
        `Cannot revoke the key ${JSON.stringify(id)} as there is none with this id: \`cairn key list\` lists them`,
      )
    const state = revoked.isNew ? 'revoked' : 'was revoked before'
    process.stdout.write(`${id} ${state} at ${new Date(revoked.revokedAt).toISOString()}\n`)
  })
}

function withKeys(work: (keys: CallerKeys) => Promise<void>): Promise<void> {
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  return withDatabase(({ db }) => work(createCallerKeys({ db, now: Date.now, random })))
}
