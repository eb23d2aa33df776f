import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { type Asking, type AuthCallOptions, callAuth } from './auth-calls.ts'

/** Context of a change in a project's auth service, with its audit recorder. */
export interface Changing extends Asking {
  readonly scope: Pick<ProjectScope, 'ref' | 'organizationId'>
  readonly audit: AuditRecorder<Transaction>
}

/** Makes a change and audits it; nothing is changed without its audit entry. */
export async function change<Reply>(
  changing: Changing,
  options: AuthCallOptions,
  detailsOf: (reply: Reply) => Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const { ctx, scope, audit } = changing
  return ctx.database.transaction(async (tx) => {
    const reply = await callAuth<Reply>(changing, options)
    await audit(tx, { organizationId: scope.organizationId, projectRef: scope.ref, details: detailsOf(reply) })
    return reply
  })
}
