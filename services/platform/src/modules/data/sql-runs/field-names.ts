import type { Login } from '@colonnade/clusters'
import type { QueryField } from '@colonnade/contracts/data/queries'
import type { ExecutedField } from '@colonnade/pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownTypeName, typeNames } from '../queries/type-names.ts'
import { typeNamesDeadlineMs } from './limits.ts'
import type { Context } from './context.ts'

/**
 * Columns with the names of their types. Those that are not Postgres's own are asked for on another connection, as this one is in the
 * middle of its answer: a type that the same transaction has made is not seen there, and is "unknown".
 */
export function namedFields(ctx: Context, ref: string, login: Login, fields: readonly ExecutedField[]): QueryField[] | Promise<QueryField[]> {
  const names = fields.map(knownTypeName)
  if (names.every((name) => name !== undefined)) return fields.map((field, index) => queryField(field, names[index]!))
  return askNames(ctx, ref, login, fields)
}

async function askNames(ctx: Context, ref: string, login: Login, fields: readonly ExecutedField[]): Promise<QueryField[]> {
  const ask = async (): Promise<(field: ExecutedField) => string> => {
    const lease = await ctx.parts.connections.lease(ref, login)
    try {
      const nameOf = await typeNames(lease.client, [{ fields }])
      lease.giveBack(true)
      return nameOf
    } catch (error) {
      lease.giveBack(false)
      throw error
    }
  }
  const unknown = (): string => 'unknown'
  // whoever holds all connections may wait for a lock of this very run
  const late = new AbortController()
  const timeUp = sleep(typeNamesDeadlineMs, unknown, { signal: late.signal, ref: false }).catch(() => unknown)
  const nameOf = await Promise.race([ask().catch(() => unknown), timeUp])
  late.abort()
  return fields.map((field) => queryField(field, knownTypeName(field) ?? nameOf(field)))
}

function queryField(field: ExecutedField, type: string): QueryField {
  return {
    name: field.name,
    // format_type() of a type that it does not see
    type: type === '???' ? 'unknown' : type,
    type_oid: field.typeOid,
    table_oid: field.tableOid,
    column_number: field.columnNumber,
  }
}
