import type { BatchStatement } from '@colonnade/pg'
import { accessClaim } from '@colonnade/projects'
import type { StorageCall } from '../call.ts'
import { statementMs } from '../limits.ts'

/** What a request does, as policies may ask for it (`storage.operation()`). */
export type Operation =
  | `storage.bucket.${'create' | 'get' | 'list' | 'update' | 'delete' | 'empty'}`
  | `storage.object.${'upload' | 'upload_update' | 'upload_signed' | 'get_authenticated' | 'get_public' | 'get_signed' | 'info_authenticated'}`
  | `storage.object.${'list' | 'list_v2' | 'sign' | 'sign_many' | 'sign_upload_url' | 'copy' | 'move' | 'delete' | 'delete_many'}`
  | `storage.${'s3' | 'tus' | 'render'}.${string}`

const names = [
  'search_path',
  'statement_timeout',
  'storage.operation',
  'storage.allow_delete_query',
  'request.jwt.claims',
  'request.jwt.claim.role',
  'request.jwt.claim.sub',
  'request.jwt',
  'request.headers',
  'request.method',
  'request.path',
  'transaction_read_only',
  // what its own functions could see comes first
  'role',
] as const

const settingText = `select pg_catalog.cardinality(array[${names.map((name, index) => `pg_catalog.set_config('${name}', $${index + 1}, true)`).join(', ')}])`
const serviceText = `select pg_catalog.cardinality(array[${[
  'search_path',
  'statement_timeout',
  'storage.operation',
  'storage.allow_delete_query',
  'request.jwt.claims',
  'role',
]
  .map((name, index) => `pg_catalog.set_config('${name}', $${index + 1}, true)`)
  .join(', ')}])`

/** Where functions of policies and triggers look for what they don't name in full. */
const searchPath = 'storage, public, extensions'
const serviceRole = 'service_role'

/** Who calls decides, by the policies on buckets and objects. */
export function asCaller({ caller, request }: Pick<StorageCall, 'caller' | 'request'>, operation: Operation, allowsDelete = false): BatchStatement {
  const authorization = request.headers.authorization ?? ''
  const values: Readonly<Record<(typeof names)[number], string>> = {
    search_path: searchPath,
    statement_timeout: String(statementMs),
    'storage.operation': operation,
    'storage.allow_delete_query': String(allowsDelete),
    'request.jwt.claims': caller.claims,
    'request.jwt.claim.role': caller.role,
    'request.jwt.claim.sub': caller.userId ?? '',
    'request.jwt': /^bearer /i.test(authorization) ? authorization.slice(7) : '',
    'request.headers': JSON.stringify(request.headers),
    'request.method': request.method,
    'request.path': request.path,
    transaction_read_only: isReadOnly(caller) ? 'on' : 'off',
    role: caller.role,
  }
  return { name: 'caller', text: settingText, values: names.map((name) => values[name]) }
}

/** Past row level security: for what the caller's rights have no say in, such as limits, or for links that were signed. */
export function asService(operation: Operation, allowsDelete = false): BatchStatement {
  const values = [searchPath, String(statementMs), operation, String(allowsDelete), `{"role":"${serviceRole}"}`, serviceRole]
  return { name: 'service', text: serviceText, values }
}

/** Undoes what was done before in the transaction. */
export const undo: BatchStatement = { name: '', text: 'rollback', values: [] }

/** A statement, kept planned under its name. */
export function statement(name: string, text: string, values: BatchStatement['values']): BatchStatement {
  return { name, text, values }
}

/** Plans differ by role, because policies do. */
export function statementOf({ caller }: Pick<StorageCall, 'caller'>, name: string, text: string, values: BatchStatement['values']): BatchStatement {
  return { name: `${name} ${caller.role}`.slice(0, 100), text, values }
}

const lentToRead = new WeakMap<StorageCall['caller'], boolean>()

/** Tokens that members are lent to look at files change nothing. */
export function isReadOnly(caller: StorageCall['caller']): boolean {
  let isRead = lentToRead.get(caller)
  if (isRead === undefined) {
    isRead = caller.claims.includes(accessClaim) && (JSON.parse(caller.claims) as Record<string, unknown>)[accessClaim] === 'read'
    lentToRead.set(caller, isRead)
  }
  return isRead
}

/** SQL: a time as clients read it. */
export function isoText(column: string): string {
  return `pg_catalog.to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Texts as Postgres writes an array of them. */
export function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
