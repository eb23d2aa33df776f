import { AppError } from '@colonnade/core'
import type {
  AuthMemberSession,
  AuthUserChange,
  AuthUserDetails,
  AuthUserLog,
  AuthUserPage,
  AuthUserQuery,
  NewAuthUser,
} from '@colonnade/contracts/auth/users'
import type { z } from 'zod'
import { requireRecentSignIn } from '../../../kernel/people/recent-sign-in.ts'
import { type Asking, callAuth } from './auth-calls.ts'
import { change, type Changing } from './change.ts'
import { findEmail } from './store.ts'
import { messages } from '../messages.ts'

const idForm = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** @throws AppError `invalid_input` for an invalid ID */
function pathOf(id: string, rest = ''): string {
  if (!idForm.test(id)) {
    const message = messages.userIds
    throw new AppError('invalid_input', { issues: [{ path: ['params', 'id'], message }] }, { message: `id: ${message}` })
  }
  return `/admin/directory/${id}${rest}`
}

export function listUsers(asking: Asking, query: z.output<typeof AuthUserQuery>): Promise<AuthUserPage> {
  return callAuth(asking, { method: 'GET', path: '/admin/directory', query: { ...query, limit: String(query.limit) } })
}

/** @throws AppError `auth_user_not_found` */
export function retrieveUser(asking: Asking, id: string): Promise<AuthUserDetails> {
  return callAuth(asking, { method: 'GET', path: pathOf(id) })
}

/** @throws AppError `auth_user_not_found` */
export function listUserLog(asking: Asking, id: string): Promise<AuthUserLog> {
  return callAuth(asking, { method: 'GET', path: pathOf(id, '/log') })
}

/** @throws AppError `auth_user_not_found` */
export function previewClaims(asking: Asking, id: string, aal: string): Promise<{ claims: Record<string, unknown> }> {
  return callAuth(asking, { method: 'GET', path: pathOf(id, '/claims'), query: { aal } })
}

/** @throws AppError `auth_user_exists`, `invalid_input` */
export async function createUser(changing: Changing, input: NewAuthUser): Promise<{ readonly id: string }> {
  const { is_confirmed: isConfirmed, ...rest } = input
  const body = { ...rest, email_confirm: isConfirmed, phone_confirm: isConfirmed }
  const { id } = await change<{ id: string }>(changing, { method: 'POST', path: '/admin/users', body }, (made) => ({ id: made.id }))
  return { id }
}

/** @throws AppError `auth_user_exists`, `invalid_input`, `rate_limited` if too many mails were sent */
export async function inviteUser(
  changing: Changing,
  { email, user_metadata: data }: { readonly email: string; readonly user_metadata?: object | undefined },
): Promise<{ readonly id: string }> {
  const { id } = await change<{ id: string }>(changing, { method: 'POST', path: '/invite', body: { email, data } }, (made) => ({ id: made.id }))
  return { id }
}

/** Audits only the names of changed fields, because their values are the user's own. @throws AppError `auth_user_not_found`, `auth_user_exists` */
export async function updateUser(changing: Changing, id: string, input: AuthUserChange): Promise<undefined> {
  const { confirm_email: email, confirm_phone: phone, ...rest } = input
  const body = { ...rest, email_confirm: email, phone_confirm: phone }
  const path = `/admin/users/${encodeURIComponent(id)}`
  await change(changing, { method: 'PUT', path, body }, () => ({
    id,
    fields: Object.keys(input),
    ...(input.ban_duration !== undefined && { ban_duration: input.ban_duration }),
  }))
}

/** @throws AppError `auth_user_not_found` */
export function setMetadata(changing: Changing, id: string, body: object): Promise<undefined> {
  return change(changing, { method: 'PUT', path: pathOf(id, '/metadata'), body }, () => ({ id, fields: Object.keys(body) }))
}

/** @throws AppError `auth_user_not_found` */
export async function removeUser(changing: Changing, id: string, isSoft: boolean): Promise<undefined> {
  const path = `/admin/users/${encodeURIComponent(id)}`
  await change(changing, { method: 'DELETE', path, body: { should_soft_delete: isSoft } }, () => ({ id, soft: isSoft }))
}

/** Ignores IDs that no longer exist. */
export function changeMany(changing: Changing, body: { readonly ids: readonly string[]; readonly action: string }): Promise<{ changed: number }> {
  return change<{ changed: number }>(changing, { method: 'POST', path: '/admin/directory', body }, ({ changed }) => ({
    action: body.action,
    users: changed,
  }))
}

/** @throws AppError `auth_user_not_found`, `invalid_input` if the user has no address, `rate_limited` */
export function sendLink(changing: Changing, id: string, body: { readonly kind: string }): Promise<undefined> {
  return change(changing, { method: 'POST', path: pathOf(id, '/mails'), body }, () => ({ id, kind: body.kind }))
}

/** @throws AppError `sign_in_again`, `auth_user_not_found`, `auth_refused` for a banned user, or if the project's hook refuses */
export async function signInAs(changing: Changing, id: string, { reason }: { readonly reason?: string | undefined }): Promise<AuthMemberSession> {
  const { ctx, actor } = changing
  await requireRecentSignIn(ctx.database, actor)
  const body = { member_email: await findEmail(ctx.database, actor.userId), ...(reason !== undefined && reason !== '' && { reason }) }
  return change<AuthMemberSession>(changing, { method: 'POST', path: pathOf(id, '/sessions'), body }, ({ session_id: session, expires_at }) => ({
    id,
    session,
    expires_at,
    ...(body.reason !== undefined && { reason }),
  }))
}

/** Ends one session, or all of them. @throws AppError `auth_user_not_found` */
export function endSessions(changing: Changing, id: string, session?: string): Promise<undefined> {
  const path = pathOf(id, session === undefined ? '/sessions' : `/sessions/${encodeURIComponent(session)}`)
  return change(changing, { method: 'DELETE', path }, () => ({ id, ...(session !== undefined && { session }) }))
}

/** @throws AppError `auth_user_not_found` */
export function removeFactor(changing: Changing, id: string, factor: string): Promise<undefined> {
  return change(changing, { method: 'DELETE', path: pathOf(id, `/factors/${encodeURIComponent(factor)}`) }, () => ({ id, factor }))
}
