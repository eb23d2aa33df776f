import type { InstallationSettings, SettingChanges } from '@colonnade/contracts'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export async function retrieveSettings(db: Queryable): Promise<InstallationSettings> {
  return (await db.first<InstallationSettings>(sql`select sign_up from installation_settings`))!
}

/** Returns what was before, with the row held until the transaction ends. */
export async function updateSettings(db: Queryable, { sign_up: signUp }: SettingChanges): Promise<InstallationSettings> {
  const before = await db.first<InstallationSettings>(sql`select sign_up from installation_settings for update`)
  await db.run(sql`update installation_settings set sign_up = coalesce(${signUp ?? null}, sign_up)`)
  return before!
}
