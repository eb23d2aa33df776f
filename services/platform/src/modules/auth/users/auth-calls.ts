import { AppError, type ErrorCode } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import type { ServiceReply } from '@colonnade/projects'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { projectApiUrl } from '../../projects/project-settings/hosts.ts'
import { messages } from '../messages.ts'

/** The caller of a project's auth service. */
export interface Asking {
  readonly ctx: PlatformContext<HasAuthService>
  readonly actor: Actor
  readonly scope: Pick<ProjectScope, 'ref'>
  readonly request: Pick<RequestFacts, 'origin' | 'signal' | 'address'>
}

export interface AuthCallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/auth/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: object
  /** Replaces `body`, and is sent unchanged. */
  readonly content?: AsyncIterable<Uint8Array>
  /** Our codes for the service's codes that mean something else here. */
  readonly errors?: Readonly<Record<string, ErrorCode>>
}

/**
 * Calls the auth service of a project as `service_role`, with the member's id, which its own audit log keeps.
 *
 * @throws AppError `auth_user_not_found`, `auth_user_exists`, `invalid_input`, `rate_limited`, `auth_refused`, each in the service's words;
 * `unavailable` while it doesn't run
 */
export async function callAuth<Reply>(asking: Asking, options: AuthCallOptions): Promise<Reply> {
  const reply = await askAuth(asking, options)
  const text = await textOf(reply)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}

/** Makes the same call, and returns its reply as a stream. @throws AppError as `callAuth` */
export async function askAuth(
  { ctx, actor, scope, request }: Asking,
  { method, path, query = {}, body, content, errors = {} }: AuthCallOptions,
): Promise<ServiceReply> {
  const serve = ctx.parts.authService()
  if (serve === null) throw new AppError('unavailable', {}, { message: messages.notRunning })
  const asked = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const reply = await serve(
    {
      method,
      path,
      search: new URLSearchParams(asked).toString(),
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      publicUrl: `${projectApiUrl(ctx.config.publicUrl, request.origin, scope.ref)}/auth/v1`,
      body: Readable.from(content ?? (body === undefined ? [] : [Buffer.from(JSON.stringify(body))])),
      signal: request.signal,
    },
    {
      ref: scope.ref,
      role: 'service_role',
      claims: JSON.stringify({ role: 'service_role' }),
      tokenRefusal: null,
      userId: actor.userId,
      keyPrefix: null,
      address: request.address,
      requestId: randomUUID(),
    },
  )
  if (reply.status >= 400) throw refusalOf(reply.status, JSON.parse(await textOf(reply)) as Refusal, { ...known, ...errors })
  return reply
}

interface Refusal {
  readonly code?: string
  readonly message?: string
}

const known: Readonly<Record<string, ErrorCode>> = {
  user_not_found: 'auth_user_not_found',
  session_not_found: 'auth_user_not_found',
  mfa_factor_not_found: 'auth_user_not_found',
  email_exists: 'auth_user_exists',
  phone_exists: 'auth_user_exists',
  user_already_exists: 'auth_user_exists',
  conflict: 'auth_user_exists',
  validation_failed: 'invalid_input',
  bad_json: 'invalid_input',
  weak_password: 'invalid_input',
}

function refusalOf(status: number, { code = '', message = '' }: Refusal, names: Readonly<Record<string, ErrorCode>>): AppError {
  const own = Object.hasOwn(names, code) ? names[code]! : status === 429 ? 'rate_limited' : 'auth_refused'
  const field = Object.hasOwn(fields, code) ? fields[code]! : fieldOf(message)
  return new AppError(own, { auth_code: code, ...(field !== null && { issues: [{ path: ['body', field], message }] }) }, { message })
}

/** Subject of a refusal, by its code. */
const fields: Readonly<Record<string, string>> = { email_exists: 'email', phone_exists: 'phone', weak_password: 'password' }

/** The same for `validation_failed`, one code for everything that can be wrong with a form. */
function fieldOf(message: string): string | null {
  const beginnings = { 'Unable to validate email address': 'email', 'Invalid phone number': 'phone', 'Password cannot': 'password' }
  return Object.entries(beginnings).find(([beginning]) => message.startsWith(beginning))?.[1] ?? null
}

async function textOf({ body }: ServiceReply): Promise<string> {
  if (body === null) return ''
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  const parts: Buffer[] = []
  for await (const part of body) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString()
}
