import { changeNotices } from '../messages.ts'
import { type Filter, FilterError, isReadable, parseFilters } from './filters.ts'
import type { Binding, EventName } from './subscription.ts'
import type { TableView } from './tables.ts'

const events: readonly (EventName | '*')[] = ['INSERT', 'UPDATE', 'DELETE', '*']

/** Why what was asked for can't be had. */
export class BindingError extends Error {}

/** Reads what a client asks for. @throws BindingError */
export function readBinding(asked: Readonly<Record<string, unknown>>): Binding {
  const { schema, table, filter, select } = asked
  const event = typeof asked['event'] === 'string' ? events.find((each) => each === (asked['event'] as string).toUpperCase()) : '*'
  if (event === undefined) throw new BindingError(refusalOf(asked))
  let filters: Filter[] = []
  try {
    if (typeof filter === 'string' && filter !== '') filters = parseFilters(filter)
  } catch (error) {
    if (error instanceof FilterError) throw new BindingError(`Error parsing \`filter\` params: ${error.message}`)
    throw error
  }
  const columns = typeof select === 'string' ? select.split(',').map((each) => each.trim()) : Array.isArray(select) ? select.map(String) : []
  return {
    event,
    schema: typeof schema === 'string' && schema !== '' ? schema : 'public',
    table: typeof table === 'string' && table !== '' ? table : '*',
    filters,
    select: columns.length === 0 || columns.includes('*') ? null : columns,
  }
}

/** Checks what was asked for against the tables that it means. @throws BindingError */
export function checkBinding(asked: Readonly<Record<string, unknown>>, { filters, select, table }: Binding, views: readonly TableView[]): void {
  if (views.length === 0) throw new BindingError(refusalOf(asked))
  if (select !== null && table === '*') throw new BindingError(exceptionOf(asked, 'select needs a table'))
  for (const { columns } of views) {
    const has = (name: string): boolean => columns.some((column) => column.name === name && column.isReadable)
    for (const filter of filters) {
      if (!has(filter.column)) throw new BindingError(exceptionOf(asked, `invalid column for filter ${filter.column}`))
      const { type } = columns.find(({ name }) => name === filter.column)!
      if (!isReadable(filter, type)) throw new BindingError(exceptionOf(asked, `invalid value for filter ${filter.column}: ${type} expected`))
    }
    for (const name of select ?? []) if (!has(name)) throw new BindingError(exceptionOf(asked, `invalid column for select ${name}`))
  }
}

/** Why less arrives than was asked for, table by table. */
export function noticesFor({ event }: Binding, views: readonly TableView[], role: string): string[] {
  if (event === 'DELETE') return []
  return views.flatMap(({ schema, name, columns, visibility }) => {
    const table = `${schema}.${name}`
    const keys = columns.filter(({ isKey }) => isKey)
    if (keys.length === 0) return [changeNotices.keyless(table)]
    if (keys.some((key) => !key.isReadable)) return [changeNotices.key(table, role)]
    return visibility === 'none' ? [changeNotices.policy(table, role)] : []
  })
}

function refusalOf(asked: Readonly<Record<string, unknown>>): string {
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${shown(asked)}`
}

function exceptionOf(asked: Readonly<Record<string, unknown>>, exception: string): string {
  return `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${shown(asked)}. Exception: ${exception}`
}

function shown({ event = '*', schema = 'public', table = '*', filter }: Readonly<Record<string, unknown>>): string {
  return `[event: ${String(event)}, schema: ${String(schema)}, table: ${String(table)}, filters: ${filter === undefined ? '[]' : JSON.stringify([filter])}]`
}
