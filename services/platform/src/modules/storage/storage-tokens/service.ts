import { isAllowed, type Permission } from '@colonnade/contracts/foundation/permissions'
import { type StorageToken, type StorageTokenInput, storageTokenMinutes } from '@colonnade/contracts/storage/storage-tokens'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { accessClaim, insightClaim, serviceClaim } from '@colonnade/projects'
import { importTokenKey, signWithKey, tokenLengthMost } from '@colonnade/tokens'
import type { z } from 'zod'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { openSigningKeys } from '../../api/signing-keys/project-keys.ts'
import { messages } from '../messages.ts'

interface Asking {
  readonly ctx: PlatformContext
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
  readonly unchanged: () => void
}

/** Members who can read all rows can also read the files that they describe. */
const opens: Readonly<Record<StorageToken['access'], readonly Permission[]>> = {
  read: ['project_storage:all', 'database:read'],
  write: ['project_storage:all'],
}

/**
 * Signs a token for storage only: one that acts as `service_role`, or one with a client's access. Audits tokens that can change files, but not those
 * that read.
 *
 * @throws AppError `forbidden`, `invalid_input` for a writing token of another role, or claims that make the token too long
 */
export async function createStorageToken(
  { ctx, scope, audit, unchanged }: Asking,
  { access, as }: z.output<typeof StorageTokenInput>,
): Promise<StorageToken> {
  const { ref, organizationId } = scope
  if (!opens[access].some((permission) => isAllowed(scope.permissions, permission))) {
    const message = messages.roleForbids(scope.roleName, access === 'read')
    throw new AppError('forbidden', { permission: opens[access][0], role: scope.role }, { message })
  }
  if (as !== undefined) requireLook(scope, access)
  const keys = await openSigningKeys(ctx, ref)
  const { id, state, jwk } = keys.find((key) => key.state === 'in_use')!
  const iat = Math.floor(ctx.clock.now() / 1000)
  const exp = iat + storageTokenMinutes * 60
  const { nbf: _nbf, [insightClaim]: _insight, ...own } = as?.claims ?? {}
  const claims = { ...own, ref, role: as?.role ?? 'service_role', [serviceClaim]: 'storage', [accessClaim]: access, iat, exp }
  const token = signWithKey(importTokenKey(jwk, { id, state }), claims)
  if (token.length > tokenLengthMost) {
    const message = messages.tokenTooLong(token.length, tokenLengthMost)
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'as', 'claims'], message }] }, { message })
  }
  if (access === 'read') unchanged()
  else await ctx.database.transaction((tx) => audit(tx, { organizationId, projectRef: ref, details: { access } }))
  return { token, access, expires_at: new Date(exp * 1000).toISOString() }
}

/** Acting as another role runs the project's policies with any role and claims, like running SQL as a role. */
function requireLook({ permissions, roleName, role }: ProjectScope, access: StorageToken['access']): void {
  if (!isAllowed(permissions, 'database:write')) {
    const message = messages.roleForbidsRoles(roleName)
    throw new AppError('forbidden', { permission: 'database:write', role }, { message })
  }
  if (access === 'read') return
  const message = messages.readsOnly
  throw new AppError('invalid_input', { issues: [{ path: ['body', 'access'], message }] }, { message })
}
