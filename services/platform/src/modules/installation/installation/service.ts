import type { HostedOrganization, InstallationSettings, Person, SettingChanges } from '@colonnade/contracts/installation/installation'
import { plans } from '@colonnade/contracts/organizations/organizations'
import type { SignInProvider } from '@colonnade/contracts/people/sessions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { listEnabled } from '../../people/identity-providers/store.ts'
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
    const settings = { sign_up: changes.sign_up ?? before.sign_up, private_webhooks: changes.private_webhooks ?? before.private_webhooks }
    await audit(tx, { details: { ...settings, before } })
    return settings
  })
}

/** What a stranger may know. */
export async function retrieveWaysIn({
  database,
  config,
}: PlatformContext): Promise<{ can_reset_password: boolean; can_sign_up: boolean; providers: SignInProvider[] }> {
  const canMail = config.mail.transport !== 'none'
  const [{ sign_up: signUp }, providers] = await Promise.all([store.retrieveSettings(database), listEnabled(database)])
  return { can_reset_password: canMail, can_sign_up: canMail && signUp === 'open', providers }
}

interface Page<Item> {
  items: Item[]
  next_offset: number | null
}

export async function listPeople({ database }: PlatformContext, wanted: store.Wanted): Promise<Page<Person>> {
  return pageOf(await store.listPeople(database, { ...wanted, limit: wanted.limit + 1 }), wanted)
}

export async function listOrganizations({ database }: PlatformContext, wanted: store.Wanted): Promise<Page<HostedOrganization>> {
  const rows = await store.listOrganizations(database, { ...wanted, limit: wanted.limit + 1 })
  const { items, next_offset } = pageOf(rows, wanted)
  return { items: items.map(({ plan, ...rest }) => ({ ...rest, plan: plans.find(({ id }) => id === plan)! })), next_offset }
}

/**
 * Whoever is signed out can sign in again with what they know and have; the session of who asks goes on.
 *
 * @throws AppError `person_not_found`
 */
export function endSessions(
  { database }: PlatformContext,
  { sessionId }: Actor,
  personId: string,
  audit: AuditRecorder<Transaction>,
): Promise<{ ended_sessions: number }> {
  return database.transaction(async (tx) => {
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(personId)
    const person = isId ? await store.findPerson(tx, personId) : undefined
    if (!person) throw new AppError('person_not_found', { id: personId })
    const ended = await store.deleteSessions(tx, personId, sessionId)
    await audit(tx, { details: { person: person.email, ended_sessions: ended } })
    return { ended_sessions: ended }
  })
}

/** Of one more than were wanted, those that were. */
function pageOf<Item>(oneMore: readonly Item[], { offset, limit }: store.Wanted): Page<Item> {
  return { items: oneMore.slice(0, limit), next_offset: oneMore.length > limit ? offset + limit : null }
}
