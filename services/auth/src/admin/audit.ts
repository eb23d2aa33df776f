import { type Fragment, sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'

const rowsMost = 1_000

/** Fields of entries that `query=author:ada` and so on look into. */
const columns: Readonly<Record<string, Fragment>> = {
  author: sql`payload ->> 'actor_username'`,
  action: sql`payload ->> 'action'`,
  type: sql`payload ->> 'log_type'`,
}

/** The project's audit log, the newest first. */
export async function listAudit(call: AuthCall): Promise<AuthReply> {
  const { query } = call.request
  const [name = '', ...rest] = (query.get('query') ?? '').split(':')
  const value = rest.join(':')
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (name !== '' && (column === undefined || value === '')) {
    throw new AuthError('validation_failed', 'query: use author:, action: or type:, followed by a search term')
  }
  const perPage = Math.min(Math.max(Number(query.get('per_page') ?? 50) || 50, 1), rowsMost)
  const page = Math.max(Number(query.get('page') ?? 1) || 1, 1)
  const condition = column === undefined ? sql`true` : sql`${column} ilike ${`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`}`
  const database = await call.database()
  const rows = await database.rows<{ entry: object }>(sql`
    select jsonb_build_object('id', id, 'payload', payload, 'created_at', created_at, 'ip_address', ip_address) as entry
    from auth.audit_log_entries where ${condition} order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`)
  return { json: rows.map(({ entry }) => entry) }
}
