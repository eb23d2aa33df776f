import { type Fragment, ident, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, printedByPostgres, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { isStandardBody, standardBody, textBody } from './body.ts'
import { propertyClauses, type UpdateFunction } from './function-create.ts'
import {
  cannotFindFunction,
  detailFields,
  Function,
  functionCondition,
  FunctionDetails,
  functionFields,
  type FunctionIdentifier,
  functionSources,
} from './function-row.ts'
import { settingClause, settingName } from './settings.ts'

export { updateByName, type KnownFunction } from './update-by-name.ts'
export { create, CreateFunction, UpdateFunction } from './function-create.ts'
export { Function, FunctionArgument, FunctionDetails, type FunctionIdentifier } from './function-row.ts'

export const RemoveFunction = z.object({ cascade: z.boolean().optional() })
export type RemoveFunction = z.infer<typeof RemoveFunction>

/** Functions and procedures by schema and name; aggregates and window functions are not among them. */
export function list(options: ListOptions = {}): Statement<z.ZodArray<typeof Function>> {
  const text = sql`select ${functionFields}\n${functionSources}
  and ${schemaCondition(sql`n.nspname`, options)}
order by n.nspname, p.proname, p.oid${pageClause(options)};`
  return listing(text, Function)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: FunctionIdentifier): Statement<z.ZodOptional<typeof Function>> {
  return retrieval(sql`select ${functionFields}\n${functionSources}\n  and ${functionCondition(identifier)};`, Function)
}

/** Returns the owner, the comment and the planner's settings. @throws Error as `retrieve` */
export function retrieveDetails(identifier: FunctionIdentifier): Statement<z.ZodOptional<typeof FunctionDetails>> {
  return retrieval(sql`select ${detailFields}\n${functionSources}\n  and ${functionCondition(identifier)};`, FunctionDetails)
}

/**
 * Changes a function in its place: its oid, arguments, privileges and all that depends on it stay.
 *
 * @throws Error 'Must provide either id or name and schema'; in the database 'Cannot find function with: …'
 */
export function update(identifier: FunctionIdentifier, input: UpdateFunction): Command {
  const { name, schema, definition, owner, comment, security_definer: definer, config_params: settings = {} } = input
  const clauses = [
    ...propertyClauses(input),
    ...(definer === undefined ? [] : [definer ? sql`security definer` : sql`security invoker`]),
    ...Object.entries(settings).map(([key, value]) => (value === null ? sql`reset ${settingName(key)}` : settingClause(key, value))),
  ]
  return command(
    onFunction(
      identifier,
      ...(definition === undefined ? [] : [replaceBody(definition, languageOf(identifier))]),
      ...clauses.map((clause) => execute`alter routine ${names.schema}.${names.name}(${names.args}) ${clause}`),
      ...(comment === undefined ? [] : [execute`comment on routine ${names.schema}.${names.name}(${names.args}) is ${literal(comment)}`]),
      ...(owner === undefined ? [] : [execute`alter routine ${names.schema}.${names.name}(${names.args}) owner to ${ident(owner)}`]),
      ...(schema === undefined ? [] : [moveTo(schema)]),
      ...(name === undefined ? [] : [renameTo(name)]),
    ),
  )
}

/** Restrict unless asked to take along what depends on it. @throws Error as `update` */
export function remove(identifier: FunctionIdentifier, { cascade = false }: RemoveFunction = {}): Command {
  const drop = executeDrop`drop routine ${names.schema}.${names.name}(${names.args}) ${cascade ? sql`cascade` : sql`restrict`}`
  return command(onFunction(identifier, drop))
}

const names = {
  schema: runtimeName(sql`target.schema`),
  name: runtimeName(sql`target.name`),
  args: printedByPostgres(sql`target.args`),
}

function moveTo(schema: string): Fragment {
  return sql`if target.schema <> ${schema} then
${execute`alter routine ${names.schema}.${names.name}(${names.args}) set schema ${ident(schema)}`}
target.schema := ${schema};
end if;`
}

function renameTo(name: string): Fragment {
  return sql`if target.name <> ${name} then ${execute`alter routine ${names.schema}.${names.name}(${names.args}) rename to ${ident(name)}`} end if;`
}

/**
 * Postgres' own CREATE OR REPLACE of the function, up to its body, with another body: everything else stays, whatever the version
 * knows besides. Settings come out in the order of their names.
 */
function replaceBody(definition: string, language: string | undefined): Fragment {
  const asText = literal(toText(textBody(definition)).slice('as '.length))
  const intoText = sql`if lines[count] = '' then lines[count] := 'AS '; end if;\nlines[count] := lines[count] || ${asText};`
  const standard = language === undefined || language === 'sql' ? standardText(definition, language) : undefined
  const work = standard === undefined ? intoText : sql`if target.language = 'sql' then lines[count] := ${literal(standard)}; else ${intoText} end if;`
  return sql`declare
  lines text[] := pg_catalog.string_to_array(pg_catalog.left(target.statement, - pg_catalog.length(target.body)), E'\\n');
  count int := pg_catalog.cardinality(lines);
  settings int := pg_catalog.cardinality(target.config);
begin
${work}
if settings > 1 and pg_catalog.strpos(pg_catalog.array_to_string(target.config, ''), E'\\n') = 0 then
  lines := lines[:count - settings - 1]
    || array(select s from pg_catalog.unnest(lines[count - settings:count - 1]) s order by s collate "C") || lines[count:];
end if;
execute pg_catalog.array_to_string(lines, E'\\n');
end;`
}

/** Of a function of unknown language, what looks like a body of the standard may be none: `return 'a' # it's` is Python. */
function standardText(definition: string, language: string | undefined): string | undefined {
  if (!isStandardBody(definition)) return undefined
  try {
    return toText(standardBody(definition))
  } catch (error) {
    if (language === 'sql') throw error
    return undefined
  }
}

/** Returns the language, which rows have. */
function languageOf(identifier: object): string | undefined {
  return 'language' in identifier && typeof identifier.language === 'string' ? identifier.language : undefined
}

/** `body` is what pg_get_functiondef() ends with: a text between two delimiters, or a body of the SQL standard. */
function onFunction(identifier: FunctionIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`n.nspname as schema, p.proname as name, pg_catalog.pg_get_function_identity_arguments(p.oid) as args, l.lanname as language,
  d.statement, p.proconfig as config,
  coalesce(pg_catalog.pg_get_function_sqlbody(p.oid) || E'\\n', d.delimiter || p.prosrc || d.delimiter || E'\\n') as body
from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
  cross join lateral (
    select f.statement, pg_catalog.substring(f.statement, '(\\$[a-z]+\\$)\\n$') as delimiter
    from (select pg_catalog.pg_get_functiondef(p.oid) as statement offset 0) f
  ) d
where p.prokind in ('f', 'p') and ${functionCondition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindFunction(identifier)), ...work)
}
