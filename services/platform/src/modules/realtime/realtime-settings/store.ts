import { realtimeDefaults, type RealtimeConfig, type RealtimeConfigChanges } from '@colonnade/contracts/realtime/realtime-settings'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Queryable } from '@colonnade/pg'
import type { ProjectRealtime } from '@colonnade/projects'
import { sql } from '@colonnade/sql'

export interface RealtimeSettings {
  /** Effective settings. */
  readonly config: RealtimeConfig
  /** Settings changed by the project. */
  readonly changed: Partial<RealtimeConfig>
  /** When all clients were last disconnected, in milliseconds since the Unix epoch; 0 for never. */
  readonly disconnectedAt: number
}

/** Null for an unknown ref. */
export async function findRealtimeSettings(db: Queryable, ref: string): Promise<RealtimeSettings | null> {
  const row = await db.first<{ plan: PlanId; billed: boolean; settings: Partial<RealtimeConfig> | null; disconnected: number }>(sql`
    select o.plan, o.usage_billing_enabled as billed, s.settings, coalesce(extract(epoch from s.disconnected_at) * 1000, 0)::float8 as disconnected
    from projects p join organizations o on o.id = p.organization_id left join realtime_settings s on s.ref = p.ref where p.ref = ${ref}`)
  if (row === undefined) return null
  const changed = row.settings ?? {}
  return { config: { ...realtimeDefaults(row.plan, row.billed), ...changed }, changed, disconnectedAt: Math.round(row.disconnected) }
}

export async function findProjectRealtime(db: Queryable, ref: string): Promise<ProjectRealtime | null> {
  const found = await findRealtimeSettings(db, ref)
  if (found === null) return null
  const { config, disconnectedAt } = found
  return {
    isPrivateOnly: config.private_only,
    isSuspended: config.suspend,
    isPresenceEnabled: config.presence_enabled,
    maxConcurrentUsers: config.max_concurrent_users,
    maxEventsPerSecond: config.max_events_per_second,
    maxBytesPerSecond: config.max_bytes_per_second,
    maxJoinsPerSecond: config.max_joins_per_second,
    maxPresenceEventsPerSecond: config.max_presence_events_per_second,
    maxChannelsPerClient: config.max_channels_per_client,
    maxPayloadBytes: config.max_payload_size_in_kb * 1_000,
    disconnectedAt,
  }
}

/** Holds back other changes until the transaction ends. */
export async function lockRealtimeSettings(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`insert into realtime_settings (ref) values (${ref}) on conflict do nothing`)
  await tx.run(sql`select from realtime_settings where ref = ${ref} for update`)
}

/** Null to return to the plan's value. */
export async function changeRealtimeSettings(tx: Queryable, ref: string, changes: RealtimeConfigChanges): Promise<void> {
  await tx.run(sql`
    update realtime_settings set settings = jsonb_strip_nulls(settings || ${JSON.stringify(changes)}::jsonb) where ref = ${ref}`)
}

export async function disconnectAll(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`
    insert into realtime_settings (ref, disconnected_at) values (${ref}, clock_timestamp())
    on conflict (ref) do update set disconnected_at = excluded.disconnected_at`)
}

/** Copies the settings of a project to a new one. */
export async function copyRealtimeSettings(tx: Queryable, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await tx.run(sql`
    insert into realtime_settings (ref, settings) select ${to}, settings from realtime_settings where ref = ${from} on conflict do nothing`)
}

/** Deletes the settings of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from realtime_settings where ref in (select ref from projects where status = 'REMOVED')`)
}
