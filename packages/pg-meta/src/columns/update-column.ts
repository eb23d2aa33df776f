import { empty, type Fragment, ident, join, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { execute, printedByPostgres, raise, runtimeLiteral, runtimeName, withTarget } from '../catalog/block.ts'
import { type Command, command } from '../statement.ts'
import {
  checkSources,
  ColumnDefinition,
  defaultValue,
  generation,
  identityClause,
  isGiven,
  SequenceOptions,
  sequenceClauses,
  whole,
} from './column-definition.ts'
import { columnCondition, type ColumnIdentifier, missingColumn } from './column-identifiers.ts'
import { isColumn } from './column-row.ts'
import { type TypeName, typeName } from './type-name.ts'

/** What is left out stays as it is. */
export const UpdateColumn = ColumnDefinition.pick({
  name: true,
  type: true,
  is_identity: true,
  is_nullable: true,
  is_unique: true,
  default_value: true,
  default_value_format: true,
})
  .partial()
  .extend({
    /** An expression of the old value; a cast when left out. */
    type_using: z.string().nullish(),
    drop_default: z.boolean().optional(),
    identity_generation: z.enum(['ALWAYS', 'BY DEFAULT']).nullish(),
    identity_options: SequenceOptions.nullish(),
    /** The next value of an identity. One that is turned on goes on after the largest value in the table. */
    identity_restart: z.union([z.number().int(), z.bigint(), z.string().regex(/^-?\d+$/)]).nullish(),
    /** null drops the comment. */
    comment: z.string().nullish(),
    /** In place of the first check, by name, over this column alone; null drops that one. Others stay. */
    check: z.string().nullish(),
    /** Of a generated column (17 and later); null leaves its values as they are and makes it an ordinary column. */
    generation_expression: z.string().nullish(),
  })
export type UpdateColumn = z.infer<typeof UpdateColumn>

const relation = [runtimeName(sql`target.schema`), runtimeName(sql`target."table"`)] as const
const column = runtimeName(sql`target.name`)

/** `alter table … alter column … ` and what follows. */
function alter(what: Fragment): Fragment {
  return execute`alter table ${relation[0]}.${relation[1]} alter column ${column} ${what}`
}

/**
 * Changes one column in one statement; `identifier` may be the whole row. Renaming comes last.
 *
 * @throws Error 'Must provide either id or schema, name and table', 'Columns cannot both be identity and have a default value';
 * in the database 'Cannot find column with: …'
 */
export function update(identifier: ColumnIdentifier, change: UpdateColumn): Command {
  const isNewDefault = isGiven(change.default_value)
  checkSources(change.is_identity === true, isNewDefault, isGiven(change.generation_expression))
  return command(
    withTarget(
      lookup(identifier),
      raise('missing', missingColumn(identifier)),
      ...(change.drop_default === true || change.default_value === null
        ? [sql`if target.default_value is not null then ${alter(sql`drop default`)} end if;`]
        : []),
      ...(change.is_identity === false ? [alter(sql`drop identity if exists`)] : []),
      ...(change.type === undefined ? [] : [typeChange(change.type, change.type_using, isNewDefault || change.drop_default === true)]),
      ...(change.is_nullable === false || change.is_identity === true
        ? [sql`if not target.is_not_null then ${alter(sql`set not null`)} end if;`]
        : []),
      ...(change.is_identity === false ? [] : identityChanges(change)),
      ...(isNewDefault ? [defaultChange(change)] : []),
      ...generationChange(change.generation_expression),
      ...(change.is_nullable === true ? [sql`if target.is_not_null then ${alter(sql`drop not null`)} end if;`] : []),
      ...uniqueChange(change.is_unique),
      ...checkChange(change.check),
      ...(change.comment === undefined ? [] : [execute`comment on column ${relation[0]}.${relation[1]}.${column} is ${literal(change.comment)}`]),
      // last, since the others name it
      ...(change.name === undefined
        ? []
        : [
            sql`if target.name <> ${literal(change.name)} then ${execute`alter table ${relation[0]}.${relation[1]} rename column ${column} to ${ident(change.name)}`} end if;`,
          ]),
    ),
  )
}

/** The numbers are those of json and jsonb. */
function defaultChange({ type, default_value, default_value_format }: UpdateColumn): Fragment {
  const change = (as?: TypeName) => alter(sql`set default ${defaultValue(default_value, default_value_format, as)}`)
  if (type !== undefined || !Array.isArray(default_value)) return change(type)
  return sql`if target.type in ('114', '3802') then ${change('json')} else ${change()} end if;`
}

function lookup(identifier: ColumnIdentifier): Fragment {
  return sql`n.nspname as schema, c.relname as "table", a.attname as name, a.attrelid as relation, a.attnum as number, a.atttypid as type, a.atttypmod as modifier,
      a.attnotnull as is_not_null, a.attidentity as identity, pg_catalog.current_setting('row_security') as row_security, case when a.attgenerated = '' then pg_catalog.pg_get_expr(ad.adbin, ad.adrelid) end as default_value,
      (select pg_catalog.format(' collate %I.%I', ln.nspname, l.collname) from pg_catalog.pg_collation l join pg_catalog.pg_namespace ln on ln.oid = l.collnamespace
        where l.oid = a.attcollation and l.oid <> ty.typcollation) as collation,
      array(
        with recursive tree as (select a.attrelid, a.attname union select inhrelid, attname from pg_catalog.pg_inherits join tree on inhparent = attrelid)
        select pg_catalog.format('alter table only %I.%I alter column %I set %s', n.nspname, c.relname, a.attname, setting)
    from tree
    join pg_catalog.pg_attribute a using (attrelid, attname)
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        cross join pg_catalog.unnest(array[
          case when a.attstorage <> ty.typstorage then 'storage ' || case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' else 'main' end end,
          'compression ' || case a.attcompression when 'p' then 'pglz' when 'l' then 'lz4' end]) setting
        where setting <> '') as settings
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type ty on ty.oid = a.atttypid
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
    where ${isColumn} and ${columnCondition(identifier)}`
}

/**
 * Returns nothing if the column already has the type, because the change would fail under views. A default that Postgres can't cast
 * automatically is dropped and set again with a cast.
 */
function typeChange(type: TypeName, using: string | null | undefined, isDefaultGone: boolean): Fragment {
  const name = typeName(type)
  const text = literal(toText(name))
  const cast = isGiven(using) ? sql`(${authoredExpression(using)})` : undefined
  const collation = printedByPostgres(sql`target.collation`)
  const change =
    cast === undefined
      ? execute`alter table ${relation[0]}.${relation[1]} alter column ${column} type ${name}${collation} using ${column}::${name}`
      : execute`alter table ${relation[0]}.${relation[1]} alter column ${column} type ${name}${collation} using ${cast}`
  const isSame =
    typeof type === 'string' && type.includes('(')
      ? sql`pg_catalog.format_type(target.type, target.modifier) = ${text}`
      : sql`target.type = pg_catalog.to_regtype(${text})::oid and target.modifier = -1`
  const withoutDefault = isDefaultGone
    ? sql`if target.default_value is not null then ${alter(sql`drop default`)} end if;\n${change}`
    : sql`begin
${change}
exception when datatype_mismatch then
if target.default_value is null then raise; end if;
${alter(sql`drop default`)}
${change}
${execute`alter table ${relation[0]}.${relation[1]} alter column ${column} set default (${printedByPostgres(sql`target.default_value`)})::${name}`}
end;`
  const newType = (is: Fragment): Fragment =>
    sql`exists (select from pg_catalog.pg_type y where y.oid = pg_catalog.to_regtype(${text})::oid and ${is})`
  // Postgres sets back what the column has of its own, here and in tables that inherit it
  return sql`if (${isSame}) is not true then
if not ${newType(sql`y.typcollation <> '0'`)} then target.collation := ''; end if;
${withoutDefault}
if ${newType(sql`y.typstorage <> 'p'`)} then declare setting text; begin foreach setting in array target.settings loop execute setting; end loop; end; end if;
end if;`
}

/** The sequence of the identity: the column may own another one besides, as a serial column does. */
const sequence = sql`(select d.objid from pg_catalog.pg_depend d where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = target.relation
    and d.refobjsubid = target.number and d.classid = d.refclassid and d.deptype = 'i')`

/** Off: a query from which policies would hide rows is refused. */
const rowSecurity = (value: Fragment): Fragment => sql`perform pg_catalog.set_config('row_security', ${value}, true);`

function identityChanges(change: UpdateColumn): Fragment[] {
  const { is_identity, identity_generation, identity_options, identity_restart } = change
  const restart = isGiven(identity_restart) ? [alter(sql`restart with ${whole(identity_restart)}`)] : []
  const options = sequenceClauses(identity_options ?? {})
  const changed = [
    ...(isGiven(identity_generation)
      ? [
          sql`if target.identity <> ${literal(identity_generation === 'ALWAYS' ? 'a' : 'd')} then ${alter(sql`set generated ${generation(identity_generation)}`)} end if;`,
        ]
      : []),
    ...(options.length === 0
      ? []
      : [
          alter(
            join(
              options.map((option) => sql`set ${option}`),
              sql` `,
            ),
          ),
        ]),
  ]
  if (is_identity !== true)
    return changed.length + restart.length === 0 ? [] : [sql`if target.identity <> '' then ${join([...changed, ...restart], sql`\n`)} end if;`]
  const goOn = execute`select pg_catalog.setval(s.seqrelid::pg_catalog.regclass, case when s.seqincrement > 0 then pg_catalog.max(${column}) else pg_catalog.min(${column}) end) from ${relation[0]}.${relation[1]}, pg_catalog.pg_sequence s where s.seqrelid = ${runtimeLiteral(sequence)} group by s.seqrelid, s.seqincrement having pg_catalog.max(${column}) is not null`
  return [
    sql`if target.identity = '' then
${alter(sql`add ${identityClause({ identity_generation, identity_options })}`)}
${restart.length === 0 ? sql`${rowSecurity(sql`'off'`)}\n${goOn}\n${rowSecurity(sql`target.row_security`)}` : empty}
else
${changed.length === 0 ? sql`null;` : join(changed, sql`\n`)}
end if;`,
    ...restart,
  ]
}

function generationChange(expression: string | null | undefined): Fragment[] {
  if (expression === undefined) return []
  return [alter(expression === null ? sql`drop expression if exists` : sql`set expression as (${authoredExpression(expression)})`)]
}

const overThisColumn = sql`k.conrelid = target.relation and k.conkey = array[target.number]`

function uniqueChange(isUnique: boolean | undefined): Fragment[] {
  if (isUnique === undefined) return []
  const found = sql`select k.conname from pg_catalog.pg_constraint k where ${overThisColumn} and k.contype = 'u'`
  if (isUnique) return [sql`if not exists (${found}) then ${execute`alter table ${relation[0]}.${relation[1]} add unique (${column})`} end if;`]
  return [withExisting(sql`for existing in ${found} loop ${dropExisting} end loop;`)]
}

const dropExisting = execute`alter table ${relation[0]}.${relation[1]} drop constraint ${runtimeName(sql`existing.conname`)}`

function checkChange(check: string | null | undefined): Fragment[] {
  if (check === undefined) return []
  const found = sql`select k.conname, pg_catalog.pg_get_expr(k.conbin, k.conrelid, true) as expression,
      case when k.connoinherit then ' no inherit' end as reach, pg_catalog.obj_description(k.oid, 'pg_constraint') as comment from pg_catalog.pg_constraint k
    where ${overThisColumn} and k.contype = 'c' order by k.conname limit 1`
  if (check === null) return [withExisting(sql`for existing in ${found} loop ${dropExisting} end loop;`)]
  const expression = authoredExpression(check)
  return [
    withExisting(sql`select * into existing from (${found}) f;
if not found then
${execute`alter table ${relation[0]}.${relation[1]} add check (${expression})`}
elsif existing.expression <> ${literal(check)} then
${dropExisting}
${execute`alter table ${relation[0]}.${relation[1]} add constraint ${runtimeName(sql`existing.conname`)} check (${expression})${printedByPostgres(sql`existing.reach`)}`}
if existing.comment is not null then
${execute`comment on constraint ${runtimeName(sql`existing.conname`)} on ${relation[0]}.${relation[1]} is ${runtimeLiteral(sql`existing.comment`)}`}
end if;
end if;`),
  ]
}

function withExisting(work: Fragment): Fragment {
  return sql`declare existing record;\nbegin\n${work}\nend;`
}
