import { type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type ByTableAndName, identifierCondition, isById } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { type Hole, inBlock, plainly, type Writer } from '../catalog/writers.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'

const actions = ['PERMISSIVE', 'RESTRICTIVE'] as const
const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL'] as const

/** A row level security policy (spec §3). */
export const Policy = z.object({
  id: z.number().int(),
  schema: z.string(),
  table: z.string(),
  table_id: z.number().int(),
  name: z.string(),
  action: z.enum(actions),
  /** By name; `public` is everybody. */
  roles: z.array(z.string()),
  command: z.enum(commands),
  /** USING: which rows there are for the roles. */
  definition: z.string().nullable(),
  /** WITH CHECK: which rows they may write. */
  check: z.string().nullable(),
})
export type Policy = z.infer<typeof Policy>

/** What a row does not say. */
export const PolicyDetails = z.object({ id: z.number().int(), comment: z.string().nullable() })
export type PolicyDetails = z.infer<typeof PolicyDetails>

export type PolicyIdentifier = ById | ByTableAndName

export const CreatePolicy = z.object({
  name: z.string(),
  /** public by default. */
  schema: z.string().optional(),
  table: z.string(),
  /** An expression; not for INSERT. */
  definition: z.string().nullish(),
  /** An expression; not for SELECT and DELETE. */
  check: z.string().nullish(),
  /** PERMISSIVE by default (spec §9). */
  action: z.enum(actions).optional(),
  /** ALL by default. */
  command: z.enum(commands).optional(),
  /** `public`, everybody, by default. */
  roles: z.array(z.string()).readonly().optional(),
  comment: z.string().nullish(),
})
export type CreatePolicy = z.infer<typeof CreatePolicy>

/** What is left out stays as it is. An expression can be replaced, not taken away. */
export const UpdatePolicy = z.object({
  name: z.string().optional(),
  definition: z.string().optional(),
  check: z.string().optional(),
  roles: z.array(z.string()).readonly().optional(),
  comment: z.string().nullish(),
})
export type UpdatePolicy = z.infer<typeof UpdatePolicy>

const columns = { id: sql`p.oid`, name: sql`p.polname`, schema: sql`n.nspname`, table: sql`c.relname` }

/** The policies `p`, of the tables `c` in the schemas `n`. */
export const policySources = sql`from pg_catalog.pg_policy p
  join pg_catalog.pg_class c on c.oid = p.polrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace`

export const policyFields = selectList({
  id: sql`p.oid::int8`,
  schema: sql`n.nspname::text`,
  table: sql`c.relname::text`,
  table_id: sql`c.oid::int8`,
  name: sql`p.polname::text`,
  action: sql`case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end`,
  // nearly all are for everybody, and thousands of them should not each be unfolded
  roles: sql`case when p.polroles = '{0}' then '["public"]'::json else (
    select pg_catalog.json_agg(case role when '0' then 'public' else pg_catalog.pg_get_userbyid(role)::text end order by role <> '0', pg_catalog.pg_get_userbyid(role))
    from pg_catalog.unnest(p.polroles) role
  ) end`,
  command: sql`case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end`,
  definition: sql`pg_catalog.pg_get_expr(p.polqual, p.polrelid)`,
  check: sql`pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)`,
})

const select = sql`select ${policyFields}
${policySources}`

/** The policies of the tables that the current user may access. */
export function list(options: ListOptions = {}): Statement<z.ZodArray<typeof Policy>> {
  const text = sql`${select}
where c.relkind in ('r', 'p') and ${isVisibleRelation('c')} and ${schemaCondition(columns.schema, options)}
order by n.nspname, c.relname, p.polname${pageClause(options)};`
  return listing(text, Policy)
}

/** @throws Error 'Must provide either id or name, schema and table' */
export function retrieve(identifier: PolicyIdentifier): Statement<z.ZodOptional<typeof Policy>> {
  return retrieval(sql`${select}\nwhere ${condition(identifier)};`, Policy)
}

/** Its comment. @throws Error as `retrieve` */
export function retrieveDetails(identifier: PolicyIdentifier): Statement<z.ZodOptional<typeof PolicyDetails>> {
  const text = sql`select p.oid::int8 as id, pg_catalog.obj_description(p.oid, 'pg_policy') as comment\n${policySources}\nwhere ${condition(identifier)};`
  return retrieval(text, PolicyDetails)
}

/** @throws Error when an expression is not one, or the command has no use for it */
export function create(input: CreatePolicy): Command {
  const { schema = 'public', table, name, action = 'PERMISSIVE', command: on = 'ALL', roles = ['public'], comment } = input
  const definition = input.definition ?? undefined
  const check = input.check ?? undefined
  if (definition !== undefined && on === 'INSERT') throw new Error('A policy for INSERT can only have a check, not a definition')
  if (check !== undefined && (on === 'SELECT' || on === 'DELETE')) throw new Error(`A policy for ${on} can only have a definition, not a check`)
  return command(
    sql`create policy ${ident(name)} on ${ident(schema, table)} as ${keyword(action, actions)} for ${keyword(on, commands)} ${clauses({ definition, check, roles })};`,
    ...(comment === undefined || comment === null ? [] : [sql`comment on policy ${ident(name)} on ${ident(schema, table)} is ${literal(comment)};`]),
  )
}

/**
 * @throws Error 'Must provide either id or name, schema and table', or when an expression is not one; in the database when there is
 * no such policy
 */
export function update(identifier: PolicyIdentifier, input: UpdatePolicy): Command {
  return command(onPolicy(identifier, ...changes(inBlock, target, input)))
}

/** The same in plain statements, for people to read and migrations to keep. What is not there is Postgres's own error (42704 or 42P01). */
export function updateByName({ schema, table, name }: ByTableAndName, input: UpdatePolicy): Command {
  return command(...changes(plainly, { name: ident(name), schema: ident(schema), table: ident(table) }, input))
}

function changes(
  { run, unless }: Writer,
  of: Readonly<Record<'name' | 'schema' | 'table', Hole>>,
  { name, comment, ...input }: UpdatePolicy,
): Fragment[] {
  const isAltered = Object.values(input).some((value) => value !== undefined)
  return [
    ...(isAltered ? [run`alter policy ${of.name} on ${of.schema}.${of.table} ${clauses(input)}`] : []),
    ...(comment === undefined ? [] : [run`comment on policy ${of.name} on ${of.schema}.${of.table} is ${literal(comment)}`]),
    // last, since the others name it
    ...(name === undefined
      ? []
      : [unless(sql`target.name`, name, run`alter policy ${of.name} on ${of.schema}.${of.table} rename to ${ident(name)}`)]),
  ]
}

/** @throws Error as `update`; in the database 'Cannot find policy with id …' */
export function remove(identifier: PolicyIdentifier): Command {
  return command(onPolicy(identifier, executeDrop`drop policy ${target.name} on ${target.schema}.${target.table}`))
}

const target = { name: runtimeName(sql`target.name`), schema: runtimeName(sql`target.schema`), table: runtimeName(sql`target.table`) }

function clauses({ definition, check, roles }: Pick<UpdatePolicy, 'definition' | 'check' | 'roles'>): Fragment {
  if (roles?.length === 0) throw new Error('A policy needs at least one role. Use public for everyone')
  return join(
    [
      ...(roles === undefined ? [] : [sql`to ${join(roles.map((role) => (role === 'public' ? sql`public` : ident(role))))}`]),
      ...(definition === undefined ? [] : [sql`using (${authoredExpression(definition)})`]),
      ...(check === undefined ? [] : [sql`with check (${authoredExpression(check)})`]),
    ],
    sql` `,
  )
}

function onPolicy(identifier: PolicyIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`p.polname as name, n.nspname as schema, c.relname as table ${policySources} where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFind(identifier)), ...work)
}

function cannotFind(identifier: PolicyIdentifier): string {
  if (isById(identifier)) return `Cannot find policy with id ${identifier.id}`
  return cannotFindWith('policy', identifier, columns, mustProvide.idOrNameSchemaAndTable)
}

function condition(identifier: PolicyIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameSchemaAndTable)
}
