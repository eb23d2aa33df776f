import { type RequestToken, RequestTokenInput, requestTokenMinutes, serviceTokenMinutes } from '@colonnade/contracts/api/request-tokens'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { accessClaim, insightClaim, serviceClaim } from '@colonnade/projects'
import { importTokenKey, signWithKey, tokenLengthMost } from '@colonnade/tokens'
import type { z } from 'zod'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { isLockedFor, locked } from '../../data/queries/lock.ts'
import { openSigningKeys } from '../signing-keys/project-keys.ts'
import { messages } from '../messages.ts'

/**
 * Signs a token for any role, which grants access to everything that role can do through the project's services. Requires permission to see keys, one
 * of which acts as `service_role`, and to run SQL as any role.
 *
 * @throws AppError `forbidden`, `production_locked`, `invalid_input` for claims that make the token too long
 */
export async function createRequestToken(
  ctx: PlatformContext,
  scope: ProjectScope,
  { role, claims, service, is_writing, confirmed_name }: z.output<typeof RequestTokenInput>,
  audit: AuditRecorder<Transaction>,
): Promise<RequestToken> {
  const { ref, organizationId } = scope
  if (!isAllowed(scope.permissions, 'database:write')) {
    const message = messages.roleForbidsRoles(scope.roleName)
    throw new AppError('forbidden', { permission: 'database:write', role: scope.role }, { message })
  }
  if (isLockedFor(scope, { read_only: !is_writing, confirmed_name })) throw locked(messages.requestWrites)
  const keys = await openSigningKeys(ctx, ref)
  const { id, state, jwk } = keys.find((key) => key.state === 'in_use')!
  const key = importTokenKey(jwk, { id, state })
  const issuedAt = Math.floor(ctx.clock.now() / 1000)
  const exp = issuedAt + (service === undefined ? requestTokenMinutes : serviceTokenMinutes) * 60
  const { nbf: _nbf, [insightClaim]: _insight, [serviceClaim]: _service, [accessClaim]: _access, ...own } = claims
  const all = { ...own, ref, role, ...(service !== undefined && { [serviceClaim]: service }), iat: issuedAt, exp }
  const insightToken = signWithKey(key, { ...all, [insightClaim]: true })
  if (insightToken.length > tokenLengthMost) {
    const message = messages.tokenTooLong(insightToken.length, tokenLengthMost)
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'claims'], message }] }, { message })
  }
  await ctx.database.transaction((tx) =>
    audit(tx, { organizationId, projectRef: ref, details: { role, sub: subOf(own), is_writing, ...(service !== undefined && { service }) } }),
  )
  return { token: signWithKey(key, all), insight_token: insightToken, expires_at: new Date(exp * 1000).toISOString() }
}

const subOf = ({ sub }: Readonly<Record<string, unknown>>): string | null => (typeof sub === 'string' ? sub.slice(0, 100) : null)
