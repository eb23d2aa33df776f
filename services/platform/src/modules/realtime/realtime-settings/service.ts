import type { RealtimeConfig, RealtimeConfigChanges } from '@colonnade/contracts/realtime/realtime-settings'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database'>

export async function retrieveRealtimeSettings({ database }: Context, { ref }: ProjectScope): Promise<RealtimeConfig> {
  return (await requireSettings(database, ref)).config
}

interface Change {
  readonly ctx: Context
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
}

/** Changes some settings; the service is notified when the transaction ends. */
export async function updateRealtimeSettings(
  { ctx, scope: { ref, organizationId }, audit, unchanged }: Change & { readonly unchanged: () => void },
  changes: RealtimeConfigChanges,
): Promise<RealtimeConfig> {
  return ctx.database.transaction(async (tx) => {
    await store.lockRealtimeSettings(tx, ref)
    const before = await requireSettings(tx, ref)
    const names = Object.keys(changes) as (keyof RealtimeConfig)[]
    const changed = names.filter((name) => (changes[name] ?? undefined) !== before.changed[name])
    if (changed.length === 0) {
      unchanged()
      return before.config
    }
    await store.changeRealtimeSettings(tx, ref, changes)
    const { config } = await requireSettings(tx, ref)
    await audit(tx, { organizationId, projectRef: ref, details: Object.fromEntries(changed.map((name) => [name, config[name]])) })
    return config
  })
}

/** Disconnects all clients of the project, which reconnect automatically. */
export async function disconnectRealtime({ ctx, scope: { ref, organizationId }, audit }: Change): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    await store.disconnectAll(tx, ref)
    await audit(tx, { organizationId, projectRef: ref })
  })
}

async function requireSettings(db: Queryable, ref: string): Promise<store.RealtimeSettings> {
  const found = await store.findRealtimeSettings(db, ref)
  if (found === null) throw new AppError('project_not_found', { ref })
  return found
}
