import { shellArgument } from '../../../lib/code-text/shell-argument.ts'
import { apiName, type Call, encodeQueryPart, type Field, type Filter, pathName, type Target, type Value } from '../examples/call.ts'
import type { Client } from './client.ts'

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly prefer?: string
  readonly body?: { readonly mediaType: string; readonly text: string }
}

export const curl: Client = {
  id: 'curl',
  label: 'cURL',
  language: 'hash',
  setUp: null,
  write: (call, target) => command(requestOf(call), target),
}

function requestOf(call: Call): Request {
  const path = pathName(call.kind === 'rpc' ? call.name : call.relation)
  switch (call.kind) {
    case 'select':
      return {
        method: 'GET',
        path,
        query: [
          ['select', call.columns],
          ...call.filters.map(parameter),
          ...(call.order === undefined ? [] : [['order', apiName(call.order)] as const]),
          ...(call.limit === undefined ? [] : [['limit', String(call.limit)] as const]),
        ],
        ...(call.isCounted && { prefer: 'count=exact' }),
      }
    case 'insert':
      return {
        method: 'POST',
        path,
        prefer: 'return=representation',
        body: json(call.rows.length === 1 ? object(call.rows[0]!) : call.rows.map(object)),
      }
    case 'upsert':
      return {
        method: 'POST',
        path,
        query: [['on_conflict', call.keys.map(apiName).join(',')]],
        prefer: 'resolution=merge-duplicates,return=representation',
        body: json(object(call.row)),
      }
    case 'update':
      return { method: 'PATCH', path, query: call.filters.map(parameter), prefer: 'return=representation', body: json(object(call.changes)) }
    case 'delete':
      return { method: 'DELETE', path, query: call.filters.map(parameter) }
    case 'rpc':
      return {
        method: 'POST',
        path: `rpc/${path}`,
        body:
          call.args.kind === 'text'
            ? { mediaType: call.args.mediaType, text: call.args.value }
            : json(call.args.kind === 'json' ? call.args.value : object(call.args.fields)),
      }
  }
}

const object = (fields: readonly Field[]): Value => ({ fields })
const json = (value: Value): Request['body'] & object => ({ mediaType: 'application/json', text: jsonText(value) })

function jsonText(value: Value): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if ('fields' in value) return `{${value.fields.map((field) => `${JSON.stringify(field.name)}:${jsonText(field.value)}`).join(',')}}`
  return `[${value.map(jsonText).join(',')}]`
}

/** `like` takes `*` in place of `%`, which a URL would have to escape. */
function parameter({ column, operator, value }: Filter): readonly [string, string] {
  const written = operator === 'ilike' ? String(value).replaceAll('%', '*') : String(value)
  return [apiName(column), `${operator}.${written}`]
}

function command({ method, path, query = [], prefer, body }: Request, { url, anonKey, schema }: Target): string {
  const search = query.length === 0 ? '' : `?${query.map(([name, value]) => `${encodeQueryPart(name)}=${encodeQueryPart(value)}`).join('&')}`
  const headers = [
    `apikey: ${anonKey}`,
    ...(schema === null ? [] : [`${method === 'GET' ? 'Accept-Profile' : 'Content-Profile'}: ${schema}`]),
    ...(body === undefined ? [] : [`Content-Type: ${body.mediaType}`]),
    ...(prefer === undefined ? [] : [`Prefer: ${prefer}`]),
  ]
  return [
    `curl ${method === 'GET' ? (prefer === undefined ? '' : '-i ') : `-X ${method} `}${shellArgument(`${url}/rest/v1/${path}${search}`)}`,
    ...headers.map((header) => `  -H ${shellArgument(header)}`),
    ...(body === undefined ? [] : [`  -d ${shellArgument(body.text)}`]),
  ].join(' \\\n')
}
