import type { InstallationSettings, SettingChanges } from '@colonnade/contracts'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../context.ts'
import * as store from './store.ts'

export function retrieveSettings({ database }: PlatformContext): Promise<InstallationSettings> {
  return store.retrieveSettings(database)
}

export function updateSettings(
  { database }: PlatformContext,
  changes: SettingChanges,
  audit: AuditRecorder<Transaction>,
): Promise<InstallationSettings> {
  return database.transaction(async (tx) => {
    const before = await store.updateSettings(tx, changes)
    const settings = { sign_up: changes.sign_up ?? before.sign_up }
    await audit(tx, { details: { ...settings, before } })
    return settings
  })
}

/** What a stranger may know. */
export async function retrieveWaysIn({ database, config }: PlatformContext): Promise<{ can_reset_password: boolean; can_sign_up: boolean }> {
  const canMail = config.mail.transport !== 'none'
  const { sign_up: signUp } = await store.retrieveSettings(database)
  return { can_reset_password: canMail, can_sign_up: canMail && signUp === 'open' }
}
