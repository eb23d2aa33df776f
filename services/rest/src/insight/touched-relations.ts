import { type Catalog, type PolicyCommand, relationKey, type RestRequest, schemaOf, type SelectItem } from '@colonnade/rest-query'

/** Relations that a request comes to, by `relationKey`, and what it does with each. */
export type Touched = Map<string, Set<PolicyCommand>>

/** Collects the relations that the request names: its target, and what it embeds by a relation's own name. */
export function namedRelations(catalog: Catalog, request: RestRequest): Touched {
  const touched: Touched = new Map()
  const { target, method, query } = request
  const schema = schemaOf(catalog, request)
  const add = (name: string, ...commands: PolicyCommand[]): void => {
    const key = relationKey(schema, name)
    if (catalog.relations.has(key)) touch(touched, key, ...commands)
  }
  if (target.kind === 'relation') add(target.name, ...commandsOf(method, request))
  const embeds = (items: readonly SelectItem[]): void => {
    for (const item of items) {
      if (item.kind !== 'embed') continue
      add(item.target, 'select')
      embeds(item.select)
    }
  }
  embeds(query.select)
  return touched
}

/** Adds the relations of a plan, as EXPLAIN (VERBOSE, FORMAT JSON) writes it. */
export function plannedRelations(node: unknown, request: RestRequest, touched: Touched): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) {
    const { Schema: schema, 'Relation Name': name, Operation: operation, 'Conflict Resolution': resolution } = node as Record<string, unknown>
    if (typeof schema === 'string' && typeof name === 'string')
      touch(touched, relationKey(schema, name), ...operationsOf(operation, resolution, request))
  }
  for (const inner of Object.values(node)) plannedRelations(inner, request, touched)
}

function touch(touched: Touched, key: string, ...commands: PolicyCommand[]): void {
  const known = touched.get(key) ?? new Set()
  for (const command of commands) known.add(command)
  touched.set(key, known)
}

function operationsOf(operation: unknown, resolution: unknown, { preferences }: RestRequest): PolicyCommand[] {
  if (typeof operation !== 'string') return ['select']
  return [
    operation.toLowerCase() as PolicyCommand,
    ...(resolution === 'UPDATE' ? (['update', 'select'] as const) : []),
    // written rows are read back
    ...(preferences.return === 'representation' ? (['select'] as const) : []),
  ]
}

function commandsOf(method: RestRequest['method'], { preferences }: RestRequest): PolicyCommand[] {
  const isReadBack = preferences.return === 'representation'
  switch (method) {
    case 'POST':
      return ['insert', ...(isReadBack ? (['select'] as const) : [])]
    case 'PUT':
      return ['insert', 'update', 'select']
    // which rows are meant is a condition, for which they are read
    case 'PATCH':
      return ['update', 'select']
    case 'DELETE':
      return ['delete', 'select']
    default:
      return ['select']
  }
}
