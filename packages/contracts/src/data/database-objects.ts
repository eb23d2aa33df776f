import { ColumnGrant, ColumnPrivileges, ColumnRevocation, TableGrant, TablePrivileges, TableRevocation, Version } from '@colonnade/pg-meta'
import { type ObjectKind, objectKinds } from '@colonnade/pg-meta/kinds'
import { z } from 'zod'
import { type Endpoint, type EndpointSpec, get, patch, post, remove, resource, type Schema } from '../foundation/endpoint.ts'
import { databaseErrors } from './queries.ts'
import { commaList, QueryInteger } from '../foundation/values.ts'

/** Maximum size of an object's definition in bytes. Functions can be long. */
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
  summary: 'Generate TypeScript types for clients of the data API',
  query: z.object({ included_schemas: commaList(z.string()).default(['public']) }),
  reply: z.object({ types: z.string() }),
  errors: listErrors,
} as const

/** Endpoints for Supabase tools. */
export const projectTypes = resource('/v1/projects/{ref}/types', { typescript: get('/typescript', types) })

/** Endpoints of a database besides those of its objects. */
export const databases = resource('/platform/pg-meta/{ref}', {
  version: get('/version', {
    ...reading,
    summary: 'Retrieve the version and connections of the database server',
    reply: Version,
    errors: databaseErrors,
  }),
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

/** Endpoints of one kind of object. */
export interface ObjectEndpoints {
  readonly list: Endpoint<'GET', ObjectPath, Asking>
  readonly retrieve?: Endpoint<'GET', `${ObjectPath}/{id}`, ObjectSpec>
  readonly create?: Endpoint<'POST', ObjectPath, Changing>
  readonly update?: Endpoint<'PATCH', `${ObjectPath}/{id}`, Changing>
  readonly remove?: Endpoint<'DELETE', `${ObjectPath}/{id}`, Asking>
}

/** Endpoints of every kind of database object in pg-meta, by its noun. */
export const databaseObjects: Readonly<Record<string, ObjectEndpoints>> = Object.fromEntries(
  Object.entries(objectKinds).map(([noun, kind]) => [noun, endpointsOf(noun, kind)]),
)

function endpointsOf(noun: string, kind: ObjectKind): ObjectEndpoints {
  const { noun: one, row, options, create, update, remove: removal } = kind
  const many = noun.replaceAll('-', ' ')
  const path: ObjectPath = `/platform/pg-meta/{ref}/${noun}`
  return {
    list: get(path, { ...reading, summary: `List ${many}`, query: queryOf(options), reply: z.array(row), errors: listErrors }),
    ...(kind.retrieve && { retrieve: get(`${path}/{id}`, { ...reading, summary: `Retrieve ${one} by its ID`, reply: row, errors: objectErrors }) }),
    ...(create && {
      create: post(path, { ...writing, summary: `Create ${one}`, body: strict(create.input), reply: row, status: 201, errors: changeErrors }),
    }),
    ...(update && {
      update: patch(`${path}/{id}`, {
        ...writing,
        summary: `Update ${one}. Omitted fields stay unchanged`,
        body: strict(update.input),
        reply: row,
        errors: changeErrors,
      }),
    }),
    ...(removal && {
      remove: remove(`${path}/{id}`, {
        ...writing,
        summary: `Drop ${one}. Returns the dropped object`,
        query: queryOf(removal.options),
        reply: row,
        errors: changeErrors,
      }),
    }),
  }
}

/** Refuses unknown fields, because a misspelled field would silently change nothing. */
function strict(input: z.ZodType): z.ZodType {
  return input instanceof z.ZodObject ? input.strict() : input
}

/** Returns the query string schema of a kind's options: `included_schemas=public,auth&include_columns=false`. */
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
