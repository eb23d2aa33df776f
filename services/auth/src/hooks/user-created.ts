import type { Database, Transaction } from '@colonnade/pg'
import { randomUUID } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { createUser, type NewUser } from '../users/create-user.ts'
import { userJson } from '../users/user-json.ts'
import { nobody } from '../users/nobody.ts'
import { findUserById, type UserRow } from '../users/user.ts'
import { callHook, isHookOn } from './hook.ts'

/** Thrown out of a transaction that would make a user whom the project's hook has not been asked about: no transaction waits for it. */
class HookNeeded extends Error {
  readonly user: NewUser

  constructor(user: NewUser) {
    super('The before-user-created hook must run first')
    this.user = user
  }
}

/** A transaction in which users may come to be, with whom the project's hook has agreed to. */
export interface Registration {
  /** Works as `createUser`, with the project's hooks. */
  createUser(tx: Transaction, input: NewUser): Promise<UserRow>
}

/**
 * Runs a transaction that may create a user. With a before-user-created hook, the transaction is rolled back at that point and started again once the
 * hook has agreed. Afterwards it calls the after-user-created hook.
 *
 * @throws AuthError of the hook
 */
export async function register<T>(call: AuthCall, database: Database, work: (tx: Transaction, registration: Registration) => Promise<T>): Promise<T> {
  const isAsked = isHookOn(call, 'before_user_created')
  let agreed: NewUser | null = null
  const registration: Registration = {
    async createUser(tx, input) {
      const isAgreed = agreed !== null && isSame(agreed, input)
      if (isAsked && !isAgreed) throw new HookNeeded({ ...input, id: input.id ?? randomUUID() })
      // as the hook agreed, with the id it was sent
      const made = await createUser(tx, isAgreed ? agreed! : input)
      if (isHookOn(call, 'after_user_created')) call.errands.add(tx, { isLast: true, run: () => tellOf(call, made.id) })
      return made
    },
  }
  // a concurrent call may change the new user in between, but not for ever
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction((tx) => work(tx, registration))
    } catch (thrown) {
      const needed = thrown instanceof Error && thrown.cause instanceof HookNeeded ? thrown.cause : thrown
      if (!(needed instanceof HookNeeded) || attempt > 2) throw thrown
      await callHook(call, 'before_user_created', { user: prospect(call, needed.user) })
      agreed = needed.user
    }
  }
}

function isSame(one: NewUser, other: NewUser): boolean {
  const whoOf = ({ email, phone, isAnonymous, isSso, identities }: NewUser): string =>
    JSON.stringify([email, phone, isAnonymous, isSso, identities.map(({ provider, providerId }) => [provider, providerId])])
  return whoOf(one) === whoOf(other)
}

async function tellOf(call: AuthCall, id: string): Promise<null> {
  const user = await findUserById(await call.database(), id)
  if (user !== null) await callHook(call, 'after_user_created', { user: userJson(user) })
  return null
}

/** The user as they would be. */
function prospect({ clock }: AuthCall, input: NewUser): object {
  const { id = '', aud = 'authenticated', role = 'authenticated', email = null, phone = null, isAnonymous = false, isSso = false } = input
  const now = clock.date().toISOString()
  return userJson({
    ...nobody,
    id,
    aud,
    role,
    email,
    phone,
    raw_app_meta_data: input.appMetadata,
    raw_user_meta_data: input.userMetadata,
    created_at: now,
    updated_at: now,
    is_anonymous: isAnonymous,
    is_sso_user: isSso,
  })
}
