import { ident, join, keyword, literal, sql } from '@colonnade/sql'
import { command, type Command } from '../statement.ts'

/** What lets a client hear of what it doesn't hear of, each as one change. */

export interface RepairedTable {
  readonly schema: string
  readonly name: string
}

const nameOf = ({ schema, name }: RepairedTable) => ident(schema, name)

/** Publishes a table; with the publication, where there is none. */
export function publishTable(publication: string, table: RepairedTable, isThere: boolean): Command {
  return isThere
    ? command(sql`alter publication ${ident(publication)} add table ${nameOf(table)};`)
    : command(sql`create publication ${ident(publication)} for table ${nameOf(table)};`)
}

export function publishEveryEvent(publication: string): Command {
  return command(sql`alter publication ${ident(publication)} set (publish = 'insert, update, delete, truncate');`)
}

/** Publishes all columns and rows of a table, in place of some. */
export function publishWholeTable(publication: string, table: RepairedTable): Command {
  return command(
    sql`alter publication ${ident(publication)} drop table ${nameOf(table)};`,
    sql`alter publication ${ident(publication)} add table ${nameOf(table)};`,
  )
}

/** Makes `id` the primary key, which is a new column unless the table has one. */
export function addPrimaryKey(table: RepairedTable, hasId: boolean): Command {
  return hasId
    ? command(sql`alter table ${nameOf(table)} add primary key (id);`)
    : command(sql`alter table ${nameOf(table)} add column id bigint generated always as identity primary key;`)
}

/** Has updates and deletes tell all old values, or those of the primary key. */
export function setReplicaIdentity(table: RepairedTable, identity: 'full' | 'default'): Command {
  return command(sql`alter table ${nameOf(table)} replica identity ${keyword(identity, ['full', 'default'])};`)
}

export function grantSchema(schema: string, role: string): Command {
  return command(sql`grant usage on schema ${ident(schema)} to ${ident(role)};`)
}

/** Lets a role select a table, or only these columns of it. */
export function grantSelect(table: RepairedTable, role: string, columns: readonly string[] | null): Command {
  const list = columns === null ? sql`` : sql` (${join(columns.map((name) => ident(name)))})`
  return command(sql`grant select${list} on table ${nameOf(table)} to ${ident(role)};`)
}

/** Shows rows to a role: those whose column names the user, or all of them. */
export function createReadPolicy(table: RepairedTable, role: string, userColumn: string | null): Command {
  const name = userColumn === null ? `${role} can read all rows` : `${role} can read own rows`
  const shown = userColumn === null ? sql`true` : sql`${ident(userColumn)} = (select auth.uid())`
  return command(sql`create policy ${ident(cut(name))} on ${nameOf(table)} for select to ${ident(role)} using (${shown});`)
}

/** Lets a role hear a private channel, or send to it. */
export function createChannelPolicy(topic: string, role: string, action: 'read' | 'write'): Command {
  const condition = sql`(select realtime.topic()) = ${literal(topic)} and extension in ('broadcast', 'presence')`
  const name = ident(cut(`${role} can ${action === 'read' ? 'join' : 'send to'} ${topic}`))
  return action === 'read'
    ? command(sql`create policy ${name} on realtime.messages for select to ${ident(role)} using (${condition});`)
    : command(sql`create policy ${name} on realtime.messages for insert to ${ident(role)} with check (${condition});`)
}

/** Postgres cuts longer names, in the middle of a word or not. */
function cut(name: string): string {
  let short = name.replaceAll('\0', '')
  while (new TextEncoder().encode(short).length > 63) short = Array.from(short).slice(0, -1).join('')
  return short
}
