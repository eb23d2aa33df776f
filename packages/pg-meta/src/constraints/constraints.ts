import { type Fragment, ident, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, raise, runtimeLiteral, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type ByTableAndName, identifierCondition, oid } from '../catalog/identifiers.ts'
import { ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { constraintClause, ConstraintDefinition, timing } from './constraint-definition.ts'
import { indexRoles, keepIndexRoles } from './index-roles.ts'
import { Constraint, constraintFields, constraintSources, isOwnConstraint } from './constraint-row.ts'

export { ConstraintDefinition } from './constraint-definition.ts'
export { Constraint } from './constraint-row.ts'

export type ConstraintIdentifier = ById | ByTableAndName

export const ConstraintListOptions = ListOptions.extend({ tableId: z.number().int().optional() })
export type ConstraintListOptions = z.infer<typeof ConstraintListOptions>

export const CreateConstraint = z.intersection(ConstraintDefinition, z.object({ schema: z.string().optional(), table: z.string() }))
export type CreateConstraint = z.infer<typeof CreateConstraint>

/** Fields that are left out don't change. */
export const UpdateConstraint = z.object({
  name: z.string().optional(),
  comment: z.string().nullish(),
  /** true checks existing rows of a constraint added as NOT VALID. */
  is_validated: z.literal(true).optional(),
  /** For foreign keys; others need a new definition. */
  is_deferrable: z.boolean().optional(),
  is_initially_deferred: z.boolean().optional(),
  /** Replaces the constraint; its name and comment stay unless given. */
  definition: ConstraintDefinition.optional(),
})
export type UpdateConstraint = z.infer<typeof UpdateConstraint>

export const RemoveConstraint = z.object({ cascade: z.boolean().optional() })
export type RemoveConstraint = z.infer<typeof RemoveConstraint>

const columns = { id: sql`k.oid`, name: sql`k.conname`, schema: sql`n.nspname`, table: sql`c.relname` }

const select = sql`select ${selectList(constraintFields)}
from ${constraintSources}
where ${isOwnConstraint}
  and ${isVisibleRelation('c')}`

/** Lists the constraints of tables that the current user can access, by table, in the order of their creation. */
export function list({ tableId, ...options }: ConstraintListOptions = {}): Statement<z.ZodArray<typeof Constraint>> {
  const ofTable = tableId === undefined ? schemaCondition(sql`n.nspname`, options) : sql`k.conrelid = ${oid(tableId)}`
  return listing(sql`${select}\n  and ${ofTable}\norder by k.conrelid, k.oid${pageClause(options)};`, Constraint)
}

/** @throws Error 'Must provide either id or name, schema and table' */
export function retrieve(identifier: ConstraintIdentifier): Statement<z.ZodOptional<typeof Constraint>> {
  return retrieval(sql`${select}\n  and ${condition(identifier)};`, Constraint)
}

/** @throws Error as `constraintClause` */
export function create({ schema = 'public', table, ...constraint }: CreateConstraint): Command {
  const relation = ident(schema, table)
  const { name, comment } = constraint
  if (comment === undefined || comment === null) return command(sql`alter table ${relation} add ${constraintClause(constraint)};`)
  if (name === undefined || name === null) throw new Error('A constraint needs a name to have a comment')
  return command(
    sql`alter table ${relation} add ${constraintClause(constraint)};`,
    sql`comment on constraint ${ident(name)} on ${relation} is ${literal(comment)};`,
  )
}

const [schema, table, name] = [runtimeName(sql`target.schema`), runtimeName(sql`target."table"`), runtimeName(sql`target.name`)]

/** @throws Error as `retrieve`; in the database 'Cannot find constraint with: …' */
export function update(identifier: ConstraintIdentifier, change: UpdateConstraint): Command {
  const { definition, comment, is_deferrable, is_initially_deferred } = change
  const isTimed = is_deferrable !== undefined || is_initially_deferred !== undefined
  const newComment = comment === undefined ? definition?.comment : comment
  return command(
    onConstraint(
      identifier,
      ...(definition === undefined
        ? []
        : [
            execute`alter table ${schema}.${table} drop constraint ${name}, add constraint ${name} ${constraintClause({ ...definition, name: null })}`,
            ...(definition.type === 'check' || definition.type === 'foreign' ? [] : [keepIndexRoles(schema, table, name)]),
            // dropping the old constraint also dropped its comment
            ...(newComment === undefined
              ? [
                  sql`if target.comment is not null then ${execute`comment on constraint ${name} on ${schema}.${table} is ${runtimeLiteral(sql`target.comment`)}`} end if;`,
                ]
              : []),
          ]),
      ...(isTimed ? [timingChange(is_deferrable, is_initially_deferred)] : []),
      ...(change.is_validated === undefined
        ? []
        : [sql`if not target.is_validated then ${execute`alter table ${schema}.${table} validate constraint ${name}`} end if;`]),
      ...(newComment === undefined ? [] : [execute`comment on constraint ${name} on ${schema}.${table} is ${literal(newComment)}`]),
      // last, because the others use the old name
      ...(change.name === undefined
        ? []
        : [
            sql`if target.name <> ${change.name} then ${execute`alter table ${schema}.${table} rename constraint ${name} to ${ident(change.name)}`} end if;`,
          ]),
    ),
  )
}

/** Drops a constraint; restrict unless cascade is set. @throws Error as `update` */
export function remove(identifier: ConstraintIdentifier, { cascade = false }: RemoveConstraint = {}): Command {
  return command(
    onConstraint(identifier, executeDrop`alter table ${schema}.${table} drop constraint ${name} ${cascade ? sql`cascade` : sql`restrict`}`),
  )
}

/** Repeats unchanged properties, because ALTER CONSTRAINT would reset them. */
function timingChange(isDeferrable: boolean | undefined, isDeferred: boolean | undefined): Fragment {
  const alter = (what: Fragment) => execute`alter table ${schema}.${table} alter constraint ${name} ${what}`
  if (isDeferred === true) return alter(timing({ is_deferrable: isDeferrable, is_initially_deferred: true }))
  if (isDeferrable === false) return alter(sql`not deferrable`)
  if (isDeferred === false && isDeferrable === true) return alter(sql`deferrable initially immediate`)
  if (isDeferrable === true) return sql`if not target.is_deferrable then ${alter(sql`deferrable initially immediate`)} end if;`
  return sql`if target.is_deferred then ${alter(sql`deferrable initially immediate`)} end if;`
}

function onConstraint(identifier: ConstraintIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`n.nspname as schema, c.relname as "table", k.conname as name, k.convalidated as is_validated, k.condeferrable as is_deferrable,
      k.condeferred as is_deferred, pg_catalog.obj_description(k.oid, 'pg_constraint') as comment, ${indexRoles}
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('constraint', identifier, columns, mustProvide.idOrNameSchemaAndTable)), ...work)
}

function condition(identifier: ConstraintIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameSchemaAndTable)
}
