import { type Fragment, ident, join, literal, sql, userAuthored } from '@colonnade/sql'
import { type Command, command } from '../statement.ts'
import { identityList } from './arguments.ts'
import { isStandardBody, standardBody, textBody } from './body.ts'
import { propertyClauses, type UpdateFunction } from './function-create.ts'
import type { Function } from './function-row.ts'
import { settingClause, settingName } from './settings.ts'

/** What of a row has to be known of the function that is changed. */
export type KnownFunction = Pick<Function, 'schema' | 'name' | 'identity_argument_types' | 'language' | 'definition' | 'complete_statement'>

/**
 * Returns the plain statements of `update`, for people to read and for migrations. A new body uses CREATE OR REPLACE with everything the row
 * has. A missing function is Postgres's own error (42883), except for a new body, which re-creates the function.
 *
 * @throws Error when the row has a body that no statement ends with, such as that of a function in C
 */
export function updateByName(row: KnownFunction, input: UpdateFunction): Command {
  const { name, schema, definition, owner, comment, security_definer: definer, config_params: settings = {} } = input
  const args = sql`(${identityList([row.identity_argument_types])})`
  const routine = sql`${ident(row.schema, row.name)}${args}`
  const clauses = [
    ...propertyClauses(input),
    ...(definer === undefined ? [] : [definer ? sql`security definer` : sql`security invoker`]),
    ...Object.entries(settings).map(([key, value]) => (value === null ? sql`reset ${settingName(key)}` : settingClause(key, value))),
  ]
  return command(
    ...(definition === undefined ? [] : [withBody(row, definition)]),
    ...(clauses.length === 0 ? [] : [sql`alter routine ${routine} ${join(clauses, sql` `)};`]),
    ...(comment === undefined ? [] : [sql`comment on routine ${routine} is ${literal(comment)};`]),
    ...(owner === undefined ? [] : [sql`alter routine ${routine} owner to ${ident(owner)};`]),
    ...(schema === undefined ? [] : [sql`alter routine ${routine} set schema ${ident(schema)};`]),
    // last, since the others name it
    ...(name === undefined ? [] : [sql`alter routine ${ident(schema ?? row.schema, row.name)}${args} rename to ${ident(name)};`]),
  )
}

/** Postgres' own CREATE OR REPLACE of the function, up to its body, with another body. */
function withBody({ complete_statement: statement, definition: old, language }: KnownFunction, definition: string): Fragment {
  const isStandard = language === 'sql' && isStandardBody(definition)
  const [, delimiter] = /(\$[a-z]+\$)\n$/.exec(statement) ?? []
  const bodies = [...(delimiter === undefined ? [] : [`AS ${delimiter}${old}${delimiter}\n`]), `${old}\n`]
  const body = bodies.find((text) => statement.endsWith(text))
  if (body === undefined) throw new Error(`The body of a ${language} function can’t be replaced`)
  const head = userAuthored('statement', statement.slice(0, statement.length - body.length))
  return sql`${head}${isStandard ? standardBody(definition) : textBody(definition)};`
}
