import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A value of `config/auth`. */
export type SettingValue = boolean | number | string

export interface KeptSettings {
  readonly revision: number
  /** What differs from the defaults, without secrets. */
  readonly settings: Readonly<Record<string, SettingValue>>
  readonly sealed_secrets: string | null
}

const columns = sql`revision, settings, sealed_secrets`

/** undefined for a project that has the defaults. */
export function findKeptSettings(db: Queryable, ref: string): Promise<KeptSettings | undefined> {
  return db.first<KeptSettings>(sql`select ${columns} from auth_settings where ref = ${ref}`)
}

/** As `findKeptSettings`; changes of others wait until the transaction ends. */
export async function lockKeptSettings(tx: Queryable, ref: string): Promise<KeptSettings> {
  await tx.run(sql`insert into auth_settings (ref) values (${ref}) on conflict do nothing`)
  return (await tx.first<KeptSettings>(sql`select ${columns} from auth_settings where ref = ${ref} for update`))!
}

export async function insertKeptSettings(db: Queryable, ref: string, { revision, settings, sealed_secrets }: KeptSettings): Promise<void> {
  await db.run(sql`
    insert into auth_settings (ref, revision, settings, sealed_secrets)
    values (${ref}, ${revision}, ${JSON.stringify(settings)}::jsonb, ${sealed_secrets})`)
}

/** Takes the place of what is kept, under a higher revision. */
export async function changeKeptSettings(
  tx: Queryable,
  ref: string,
  { settings, sealed_secrets }: Pick<KeptSettings, 'settings' | 'sealed_secrets'>,
): Promise<void> {
  await tx.run(sql`
    update auth_settings set revision = revision + 1, settings = ${JSON.stringify(settings)}::jsonb, sealed_secrets = ${sealed_secrets}
    where ref = ${ref}`)
}
