import type { AssuranceLevel, Claims } from './claims.ts'
import { type FoundUser, nameOfUser, noteRecentUser } from './found-users.ts'
import { roleMessages } from './messages.ts'
import { claimsOfKey, claimsOfUser } from './role-queries.ts'

/** Who a client of the API can be: a key alone, or a user. */
export type ClientKind = 'anon' | 'user' | 'service_role'

export interface ChosenUser {
  readonly user: FoundUser | null
  readonly aal: AssuranceLevel
}

/** A choice of a client, as a form holds it. */
export interface ChosenClient extends ChosenUser {
  readonly kind: ClientKind
}

export const noUser: ChosenUser = { user: null, aal: 'aal1' }
export const visitor: ChosenClient = { kind: 'anon', ...noUser }

/** A client of the API, as its token says. */
export interface Client {
  /** What it is called where there is room for one text. */
  readonly name: string
  readonly role: string
  readonly claims: Claims
}

/**
 * The client that was chosen. A user is offered again from now on.
 *
 * @throws Error while no user is chosen; AppError `auth_user_not_found`, by SQLSTATE
 */
export async function clientOf(ref: string, { kind, user, aal }: ChosenClient): Promise<Client> {
  if (kind !== 'user') return { name: kind, role: kind, claims: claimsOfKey(ref, kind) }
  if (user === null) throw new Error(roleMessages.chooseUser)
  const claims = await claimsOfUser(ref, user, { aal, customize: null })
  noteRecentUser(ref, user)
  const named = claims['role']
  return { name: nameOfUser(user), role: typeof named === 'string' && named !== '' ? named : 'authenticated', claims }
}
