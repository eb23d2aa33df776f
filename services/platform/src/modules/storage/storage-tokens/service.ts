import { isAllowed, type Permission } from '@colonnade/contracts/foundation/permissions'
import { type StorageToken, storageTokenMinutes } from '@colonnade/contracts/storage/storage-tokens'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { accessClaim, serviceClaim } from '@colonnade/projects'
import { importTokenKey, signWithKey } from '@colonnade/tokens'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { openSigningKeys } from '../../api/signing-keys/project-keys.ts'

interface Asking {
  readonly ctx: PlatformContext
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
  readonly unchanged: () => void
}

/** Who reads all rows of the database may also read the files that they describe. */
const opens: Readonly<Record<StorageToken['access'], readonly Permission[]>> = {
  read: ['project_storage:all', 'database:read'],
  write: ['project_storage:all'],
}

/**
 * Signs a token that acts as `service_role`, for storage alone. What may change files is recorded; looking at them is not.
 *
 * @throws AppError `forbidden`
 */
export async function createStorageToken({ ctx, scope, audit, unchanged }: Asking, access: StorageToken['access']): Promise<StorageToken> {
  const { ref, organizationId } = scope
  if (!opens[access].some((permission) => isAllowed(scope.permissions, permission))) {
    const message = `Your role, ${scope.roleName}, can\u2019t ${access === 'read' ? 'read' : 'change'} the files of this project`
    throw new AppError('forbidden', { permission: opens[access][0], role: scope.role }, { message })
  }
  const keys = await openSigningKeys(ctx, ref)
  const { id, state, jwk } = keys.find((key) => key.state === 'in_use')!
  const iat = Math.floor(ctx.clock.now() / 1000)
  const exp = iat + storageTokenMinutes * 60
  const claims = { ref, role: 'service_role', [serviceClaim]: 'storage', [accessClaim]: access, iat, exp }
  const token = signWithKey(importTokenKey(jwk, { id, state }), claims)
  if (access === 'read') unchanged()
  else await ctx.database.transaction((tx) => audit(tx, { organizationId, projectRef: ref, details: { access } }))
  return { token, access, expires_at: new Date(exp * 1000).toISOString() }
}
