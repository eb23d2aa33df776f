import type { BatchStatement } from '@colonnade/pg'
import type { Caller, ServiceRequest } from '@colonnade/projects'
import type { Plan } from '@colonnade/rest-query'
import { quoteIdent } from '@colonnade/sql'

/** Texts of statements that set so many settings: few, because requests of a kind set the same ones. */
const texts = new Map<number, { readonly name: string; readonly text: string }>()

/** One statement that sets them until the end of the transaction, in their order. */
function setStatement(settings: readonly (readonly [name: string, value: string])[]): BatchStatement {
  const count = settings.length
  let made = texts.get(count)
  if (made === undefined) {
    const calls = Array.from({ length: count }, (_, index) => `pg_catalog.set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
    made = { name: `set${count}`, text: `select ${calls.join(', ')}` }
    texts.set(count, made)
  }
  return { ...made, values: settings.flat() }
}

export interface RequestSettings {
  readonly plan: Pick<Plan, 'searchPath' | 'isReadOnly' | 'settings'>
  readonly caller: Caller
  readonly request: Pick<ServiceRequest, 'method' | 'path' | 'headers'>
  /** What `alter role` has set for the caller's role. */
  readonly ofRole: Readonly<Record<string, string>>
  readonly timeZone: string | null
}

/**
 * What holds for a request's transaction (PostgREST 14, Transactions): every one of them is set each time, so that nothing of the request
 * before can be read. The role comes before what its own functions could see.
 */
export function settingsStatement({ plan, caller, request, ofRole, timeZone }: RequestSettings): BatchStatement {
  const settings: (readonly [string, string])[] = []
  for (const name of Object.keys(ofRole)) if (name !== isolation) settings.push([name, ofRole[name]!])
  for (const name of Object.keys(plan.settings)) if (name !== isolation) settings.push([name, plan.settings[name]!])
  settings.push(
    ['search_path', plan.searchPath.map(quoteIdent).join(', ')],
    ['application_name', `rest:${caller.requestId}`],
    ['request.jwt.claims', caller.claims],
    ['request.method', request.method],
    ['request.path', request.path],
    ['request.headers', JSON.stringify(request.headers)],
    ['request.cookies', '{}'],
  )
  if (timeZone !== null) settings.push(['timezone', timeZone])
  if (plan.isReadOnly) settings.push(['transaction_read_only', 'on'])
  settings.push(['role', caller.role])
  return setStatement(settings)
}

const isolation = 'default_transaction_isolation'

/** The isolation level that the function, or else the role, asks for; null for the usual one. */
export function isolationOf(plan: Plan, ofRole: Readonly<Record<string, string>>): string | null {
  const level = (plan.settings[isolation] ?? ofRole[isolation] ?? '').toLowerCase()
  return levels.includes(level) ? level : null
}

const levels: readonly string[] = ['repeatable read', 'serializable']
