import { type Catalog, type Routine, relationKey } from '../../catalog.ts'
import type { RestRequest } from '../../request.ts'
import { RestError } from '../../rest-error.ts'
import { ambiguousRoutine } from '../refusals.ts'
import { mostSimilar } from '../suggestions.ts'

export interface Found {
  readonly routine: Routine
  /** Whether the body is its only argument, as it is. */
  readonly takesBody: boolean
}

/**
 * Finds the function that the names of the arguments mean, or else one whose only parameter has no name and takes the body.
 *
 * @throws RestError PGRST202 for none, PGRST203 for several
 */
export function findRoutine(catalog: Catalog, schema: string, name: string, request: RestRequest): Found {
  const overloads = catalog.routines.get(relationKey(schema, name)) ?? []
  const names = argumentNames(request)
  const named = overloads.filter((routine) => takesNames(routine, names, request))
  if (named.length === 1) return { routine: named[0]!, takesBody: false }
  if (named.length > 1) throw ambiguousRoutine(named)
  const unnamed = overloads.filter((routine) => takesBody(routine, request))
  if (unnamed.length === 1) return { routine: unnamed[0]!, takesBody: true }
  if (unnamed.length > 1) throw ambiguousRoutine(unnamed)
  throw notFound(catalog, schema, name, names, overloads, request)
}

/** Names of the arguments that a request gives: of its query, or the keys of its body. */
export function argumentNames({ method, query, body }: RestRequest): string[] {
  if (method !== 'POST') return [...new Set(query.arguments.map((one) => one.name))]
  if (query.columns !== null) return [...new Set(query.columns)]
  return body?.kind === 'json' ? [...(body.keys ?? [])] : []
}

function takesNames({ parameters }: Routine, names: readonly string[], { body }: RestRequest): boolean {
  if (body?.kind === 'raw') return false
  const required = parameters.filter(({ isRequired }) => isRequired)
  return (
    required.every((parameter) => names.includes(parameter.name)) && names.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

function takesBody({ parameters }: Routine, { method, body }: RestRequest): boolean {
  if (method !== 'POST' || body === null || parameters.length !== 1 || parameters[0]!.name !== '') return false
  const { type } = parameters[0]!
  return body.kind === 'json' ? type === 'json' || type === 'jsonb' : type === body.type
}

function notFound(
  catalog: Catalog,
  schema: string,
  name: string,
  names: readonly string[],
  overloads: readonly Routine[],
  { body, method }: RestRequest,
): RestError {
  const full = `${schema}.${name}`
  const list = names.join(', ')
  const called = names.length === 0 ? ' without parameters' : `(${list})`
  const searched = names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${list}`
  const raw = body?.kind === 'raw' ? body.type : null
  const how =
    raw !== null
      ? ` with a single unnamed ${raw} parameter`
      : method === 'POST'
        ? `${searched} or with a single unnamed json/jsonb parameter`
        : searched
  return new RestError(404, 'PGRST202', `Could not find the function ${full}${raw !== null ? '' : called} in the schema cache`, {
    details: `Searched for the function ${full}${how}, but no matches were found in the schema cache.`,
    hint: suggestion(catalog, schema, name, names, overloads),
  })
}

function suggestion(catalog: Catalog, schema: string, name: string, names: readonly string[], overloads: readonly Routine[]): string | null {
  const meant = overloads.length === 0 ? similarName(catalog, schema, name) : similarParameters(name, names, overloads)
  return meant === null ? null : `Perhaps you meant to call the function ${schema}.${meant}`
}

function similarName(catalog: Catalog, schema: string, name: string): string | null {
  const prefix = `${schema}\0`
  const keys = [...catalog.routines.keys()].filter((key) => key.startsWith(prefix))
  return mostSimilar(
    name,
    keys.map((key) => key.slice(prefix.length)),
  )
}

function similarParameters(name: string, names: readonly string[], overloads: readonly Routine[]): string | null {
  const written = (list: readonly string[]): string => `(${[...list].sort().join(', ')})`
  const similar = mostSimilar(
    written(names),
    overloads.map(({ parameters }) => written(parameters.map((parameter) => parameter.name))),
  )
  return similar === null ? null : `${name}${similar}`
}
