import { type Catalog, relationKey, type Relation } from '../catalog.ts'
import type { Plan } from '../plan.ts'
import type { RestRequest } from '../request.ts'
import { planCall } from './calls/calls.ts'
import { Aliases } from './names.ts'
import { checkPreferences } from './preferences.ts'
import { planRead } from './reads.ts'
import { invalidPath, unknownRelation, unknownSchema, unsupportedCallMethod, unsupportedMethod } from './refusals.ts'
import { mostSimilar } from './suggestions.ts'
import { planWrite } from './writes/writes.ts'

export interface PlanOptions {
  /** Large bodies are wanted row by row, where `Plan.canPortion`. */
  readonly arePortionsWanted?: boolean
}

/**
 * Makes the statement for requests of a shape. OPTIONS and the root have none.
 *
 * @throws RestError for what can be refused without asking Postgres
 */
export function plan(catalog: Catalog, request: RestRequest, { arePortionsWanted = false }: PlanOptions = {}): Plan {
  const { target, method } = request
  checkPreferences(catalog, request)
  const schema = schemaOf(catalog, request)
  const planning = { catalog, schema, aliases: new Aliases(), arePortionsWanted }
  if (target.kind === 'root') throw invalidPath()
  if (target.kind === 'routine') {
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') throw unsupportedCallMethod(method)
    return planCall(planning, request, target.name)
  }
  const relation = relationOf(catalog, schema, target.name)
  if (method === 'OPTIONS') throw unsupportedMethod(method)
  return method === 'GET' || method === 'HEAD' ? planRead(planning, request, relation) : planWrite(planning, request, relation)
}

/** @throws RestError PGRST106 */
export function schemaOf({ schemas }: Catalog, { profile }: Pick<RestRequest, 'profile'>): string {
  if (profile === null) {
    const first = schemas[0]
    if (first === undefined) throw unknownSchema('', schemas)
    return first
  }
  if (!schemas.includes(profile)) throw unknownSchema(profile, schemas)
  return profile
}

/** @throws RestError PGRST205 */
export function relationOf(catalog: Catalog, schema: string, name: string): Relation {
  const relation = catalog.relations.get(relationKey(schema, name))
  if (relation !== undefined) return relation
  const prefix = `${schema}\0`
  const names = [...catalog.relations.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  throw unknownRelation(schema, name, mostSimilar(name, names))
}
