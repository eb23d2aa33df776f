import type { BatchStatement } from '@colonnade/pg'
import type { Caller, ServiceRequest } from '@colonnade/projects'
import type { Plan } from '@colonnade/rest-query'
import { quoteIdent } from '@colonnade/sql'

/** Texts of statements that set so many settings: few, because requests of a kind set the same ones. */
const texts = new Map<number, Pick<BatchStatement, 'name' | 'text'>>()

/**
 * The statement that sets so many settings until the end of the transaction, in their order. What they are set to comes back from each
 * call, and is left where it is: nobody wants to send or read it.
 */
function textOf(count: number): Pick<BatchStatement, 'name' | 'text'> {
  let made = texts.get(count)
  if (made === undefined) {
    const calls = Array.from({ length: count }, (_, index) => `pg_catalog.set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
    made = { name: `set${count}`, text: `select pg_catalog.cardinality(array[${calls.join(', ')}])` }
    texts.set(count, made)
  }
  return made
}

export interface RequestSettings {
  readonly plan: Pick<Plan, 'searchPath' | 'isReadOnly' | 'settings'>
  readonly caller: Caller
  readonly request: Pick<ServiceRequest, 'method' | 'path' | 'headers'>
  /** Settings of `alter role` for the caller's role. */
  readonly ofRole: Readonly<Record<string, string>>
  readonly timeZone: string | null
}

/**
 * Returns the settings of a request's transaction (PostgREST 14, Transactions): each of them is set each time, so that nothing of the former request
 * can be read. The role comes before those that its own functions could see.
 */
export function settingsStatement({ plan, caller, request, ofRole, timeZone }: RequestSettings): BatchStatement {
  /** Each name, and its value behind it. */
  const values: string[] = []
  for (const name of Object.keys(ofRole)) if (name !== isolation) values.push(name, ofRole[name]!)
  for (const name of Object.keys(plan.settings)) if (name !== isolation) values.push(name, plan.settings[name]!)
  values.push('search_path', searchPathOf(plan.searchPath))
  values.push('application_name', `rest:${caller.requestId}`)
  values.push('request.jwt.claims', caller.claims)
  values.push('request.method', request.method)
  values.push('request.path', request.path)
  values.push('request.headers', JSON.stringify(request.headers))
  values.push('request.cookies', '{}')
  if (timeZone !== null) values.push('timezone', timeZone)
  if (plan.isReadOnly) values.push('transaction_read_only', 'on')
  values.push('role', caller.role)
  const { name, text } = textOf(values.length / 2)
  return { name, text, values }
}

/** Search paths as they are set, by the lists of their plans. */
const searchPaths = new WeakMap<readonly string[], string>()

function searchPathOf(schemas: readonly string[]): string {
  let text = searchPaths.get(schemas)
  if (text === undefined) {
    text = schemas.map(quoteIdent).join(', ')
    searchPaths.set(schemas, text)
  }
  return text
}

const isolation = 'default_transaction_isolation'

/** The isolation level that the function, or else the role, asks for; null for the usual one. */
export function isolationOf(plan: Plan, ofRole: Readonly<Record<string, string>>): string | null {
  const level = (plan.settings[isolation] ?? ofRole[isolation] ?? '').toLowerCase()
  return levels.includes(level) ? level : null
}

const levels: readonly string[] = ['repeatable read', 'serializable']
