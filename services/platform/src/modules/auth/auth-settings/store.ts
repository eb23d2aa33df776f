import type { AuthSettingChange } from '@colonnade/contracts/auth/auth-settings'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A value of `config/auth`. */
export type SettingValue = boolean | number | string

export interface KeptSettings {
  readonly revision: number
  /** Values other than the defaults, without secrets. */
  readonly settings: Readonly<Record<string, SettingValue>>
  readonly sealed_secrets: string | null
}

const columns = sql`revision, settings, sealed_secrets`

/** Undefined for a project with the defaults. */
export function findKeptSettings(db: Queryable, ref: string): Promise<KeptSettings | undefined> {
  return db.first<KeptSettings>(sql`select ${columns} from auth_settings where ref = ${ref}`)
}

/** Holds back other changes until the transaction ends. */
export async function lockKeptSettings(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`insert into auth_settings (ref) values (${ref}) on conflict do nothing`)
  await tx.run(sql`select from auth_settings where ref = ${ref} for update`)
}

/** Skips a project that has settings. */
export async function insertKeptSettings(db: Queryable, ref: string, { revision, settings, sealed_secrets }: KeptSettings): Promise<void> {
  await db.run(sql`
    insert into auth_settings (ref, revision, settings, sealed_secrets)
    values (${ref}, ${revision}, ${JSON.stringify(settings)}::jsonb, ${sealed_secrets}) on conflict do nothing`)
}

/** Replaces the stored settings, with a higher revision. */
export async function changeKeptSettings(
  tx: Queryable,
  ref: string,
  { settings, sealed_secrets }: Pick<KeptSettings, 'settings' | 'sealed_secrets'>,
): Promise<void> {
  await tx.run(sql`
    update auth_settings set revision = revision + 1, settings = ${JSON.stringify(settings)}::jsonb, sealed_secrets = ${sealed_secrets}
    where ref = ${ref}`)
}

/** Stores who last changed the named settings. */
export async function recordChanges(tx: Queryable, ref: string, names: readonly string[], userId: string): Promise<void> {
  await tx.run(sql`
    insert into auth_setting_changes (ref, setting, changed_by) select ${ref}, each, ${userId}::uuid from unnest(${names}::text[]) each
    on conflict (ref, setting) do update set changed_at = excluded.changed_at, changed_by = excluded.changed_by`)
}

export async function listChanges(db: Queryable, ref: string): Promise<Record<string, AuthSettingChange>> {
  const rows = await db.rows<AuthSettingChange & { setting: string }>(sql`
    select c.setting, ${isoTime('c', 'changed_at')} as changed_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.username) end as changed_by
    from auth_setting_changes c left join users u on u.id = c.changed_by where c.ref = ${ref}`)
  return Object.fromEntries(rows.map(({ setting, ...change }) => [setting, change]))
}

/** Deletes the settings of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from auth_settings where ref in (select ref from projects where status = 'REMOVED')`)
}
