import type { AuditTarget, RequestFacts } from '@colonnade/http'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Actor } from './serve.ts'

/** Writes an entry of the audit log, in the transaction of its change. */
export async function writeAudit(
  tx: Queryable,
  event: string,
  actor: Actor | null,
  request: Pick<RequestFacts, 'id' | 'address' | 'userAgent'>,
  target: AuditTarget,
): Promise<void> {
  await tx.run(sql`
    insert into audit_log (event, user_id, organization_id, project_ref, address, user_agent, request_id, details)
    values (${event}, ${target.userId ?? actor?.userId ?? null}, ${target.organizationId ?? null}, ${target.projectRef ?? null},
      ${request.address}, ${request.userAgent}, ${request.id}, ${JSON.stringify({ ...target.details, ...tokenOf(actor) })})`)
}

/** Identifies the access token that was used, with its name, because tokens come and go. */
function tokenOf(actor: Actor | null): object | undefined {
  return actor?.token && { access_token: actor.token.name, access_token_id: actor.sessionId }
}
