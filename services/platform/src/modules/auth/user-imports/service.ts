import type { UserImportOutcome } from '@colonnade/contracts/auth/user-imports'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { type Asking, callAuth } from '../users/auth-calls.ts'
import { sliceMemoryBytes } from './limits.ts'

interface Sending extends Asking {
  readonly request: Asking['request'] & Pick<RequestFacts, 'memory'>
  readonly body: AsyncIterable<Uint8Array>
}

interface Rules {
  readonly on_existing: 'skip' | 'update'
  readonly on_bad_hash: 'refuse' | 'drop'
  readonly is_confirmed: 'true' | 'false'
}

/** @throws AppError `invalid_input` for an invalid slice, `too_busy`, `auth_refused` */
export function checkUsers(sending: Sending, rules: Rules): Promise<UserImportOutcome> {
  return send(sending, { ...rules, dry_run: 'true' })
}

interface Importing extends Sending {
  readonly scope: Pick<ProjectScope, 'ref' | 'organizationId'>
  readonly audit: AuditRecorder<Transaction>
}

/** Imports a slice, and audits the number of users; nothing is imported without its audit entry. @throws AppError as `checkUsers` */
export async function importUsers(importing: Importing, { import: id, ...rules }: Rules & { readonly import: string }): Promise<UserImportOutcome> {
  const { ctx, scope, audit } = importing
  return ctx.database.transaction(async (tx) => {
    const outcome = await send(importing, { ...rules, dry_run: 'false' })
    const { created, updated, skipped, refused } = outcome
    const details = { import: id, created, updated, skipped, refused: refused.length }
    await audit(tx, { organizationId: scope.organizationId, projectRef: scope.ref, details })
    return outcome
  })
}

function send(sending: Sending, query: Readonly<Record<string, string>>): Promise<UserImportOutcome> {
  if (!sending.request.memory.resize(sliceMemoryBytes)) throw new AppError('too_busy')
  return callAuth(sending, { method: 'POST', path: '/admin/directory/imports', query, content: sending.body })
}
