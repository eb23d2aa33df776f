import { ColumnGrant, ColumnPrivileges, ColumnRevocation, TableGrant, TablePrivileges, TableRevocation, Version } from '@colonnade/pg-meta'
import { type ObjectKind, objectKinds } from '@colonnade/pg-meta/kinds'
import { z } from 'zod'
import { type Endpoint, type EndpointSpec, get, patch, post, remove, resource, type Schema } from '../foundation/endpoint.ts'
import { databaseErrors } from './queries.ts'
import { commaList, QueryInteger } from '../foundation/values.ts'

/** Largest definition of an object, in bytes: functions may be long. */
const maxObjectBytes = 1024 * 1024

const reading = { auth: 'user', permission: 'database:read', rate: 'query', needsActive: true } as const
const writing = {
  auth: 'user',
  permission: 'database:write',
  rate: 'query',
  needsActive: true,
  bodyLimitBytes: maxObjectBytes,
  bodyValuesMost: 50_000,
} as const
const listErrors = [...databaseErrors, 'result_too_large'] as const
const objectErrors = [...databaseErrors, 'object_not_found'] as const
const changeErrors = [...objectErrors, 'production_locked'] as const

const types = {
  ...reading,
  summary: 'TypeScript types of the database, for clients of its data API',
  query: z.object({ included_schemas: commaList(z.string()).default(['public']) }),
  reply: z.object({ types: z.string() }),
  errors: listErrors,
} as const

/** What tools of the ecosystem ask of databases. */
export const projectTypes = resource('/v1/projects/{ref}/types', { typescript: get('/typescript', types) })

/** What databases can be asked besides their objects by kind. */
export const databases = resource('/platform/pg-meta/{ref}', {
  version: get('/version', { ...reading, summary: 'Version and connections of the database server', reply: Version, errors: databaseErrors }),
  typescript: get('/types/typescript', types),
  grantTable: post('/table-privileges', grants('Grant privileges on relations, all of them or none', TableGrant, TablePrivileges)),
  revokeTable: remove('/table-privileges', grants('Revoke privileges on relations, all of them or none', TableRevocation, TablePrivileges)),
  grantColumn: post('/column-privileges', grants('Grant privileges on columns, all of them or none', ColumnGrant, ColumnPrivileges)),
  revokeColumn: remove('/column-privileges', grants('Revoke privileges on columns, all of them or none', ColumnRevocation, ColumnPrivileges)),
})

function grants<const Change extends z.ZodType, const Row extends z.ZodType>(summary: string, change: Change, row: Row) {
  return { ...writing, summary, body: z.array(change).min(1).max(1_000), reply: z.array(row), errors: changeErrors }
}

type ObjectPath = `/platform/pg-meta/{ref}/${string}`
type ObjectSpec = EndpointSpec & { readonly auth: 'user'; readonly reply: Schema }
type Asking = ObjectSpec & { readonly query: Schema }
type Changing = ObjectSpec & { readonly body: Schema }

/** The calls of one kind, as far as it has them. */
export interface ObjectEndpoints {
  readonly list: Endpoint<'GET', ObjectPath, Asking>
  readonly retrieve?: Endpoint<'GET', `${ObjectPath}/{id}`, ObjectSpec>
  readonly create?: Endpoint<'POST', ObjectPath, Changing>
  readonly update?: Endpoint<'PATCH', `${ObjectPath}/{id}`, Changing>
  readonly remove?: Endpoint<'DELETE', `${ObjectPath}/{id}`, Asking>
}

/** The calls of every kind of database object that pg-meta knows, by its noun: list, retrieve, create, update and remove as far as it has them. */
export const databaseObjects: Readonly<Record<string, ObjectEndpoints>> = Object.fromEntries(
  Object.entries(objectKinds).map(([noun, kind]) => [noun, endpointsOf(noun, kind)]),
)

function endpointsOf(noun: string, kind: ObjectKind): ObjectEndpoints {
  const { noun: one, row, options, create, update, remove: removal } = kind
  const many = noun.replaceAll('-', ' ')
  const path: ObjectPath = `/platform/pg-meta/{ref}/${noun}`
  return {
    list: get(path, { ...reading, summary: `List ${many}`, query: queryOf(options), reply: z.array(row), errors: listErrors }),
    ...(kind.retrieve && { retrieve: get(`${path}/{id}`, { ...reading, summary: `Retrieve ${one} by its id`, reply: row, errors: objectErrors }) }),
    ...(create && {
      create: post(path, { ...writing, summary: `Create ${one}`, body: strict(create.input), reply: row, status: 201, errors: changeErrors }),
    }),
    ...(update && {
      update: patch(`${path}/{id}`, {
        ...writing,
        summary: `Change ${one}: what is left out stays as it is`,
        body: strict(update.input),
        reply: row,
        errors: changeErrors,
      }),
    }),
    ...(removal && {
      remove: remove(`${path}/{id}`, {
        ...writing,
        summary: `Remove ${one}; answers with what it was`,
        query: queryOf(removal.options),
        reply: row,
        errors: changeErrors,
      }),
    }),
  }
}

/** A misspelt field would else change nothing, and say nothing. */
function strict(input: z.ZodType): z.ZodType {
  return input instanceof z.ZodObject ? input.strict() : input
}

/** The options of a kind as a query string has them: `included_schemas=public,auth&include_columns=false`. */
function queryOf(options: z.ZodObject) {
  const fields = Object.entries(options.shape).map(([name, field]) => [snakeCase(name), fromText(field as z.ZodType)] as const)
  return z
    .object(Object.fromEntries(fields))
    .transform((given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [camelCase(name), value])))
}

function fromText(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodReadonly) return fromText(field.unwrap() as z.ZodType).optional()
  if (field instanceof z.ZodBoolean) return z.enum(['true', 'false']).transform((word) => word === 'true')
  if (field instanceof z.ZodNumber) return QueryInteger.pipe(field)
  if (field instanceof z.ZodArray) return commaList(z.string())
  return field
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
