import type { Routine } from '../catalog.ts'
import { RestError } from '../rest-error.ts'

/** Refusals in PostgREST's words that need no statement to be known. */

export function unknownSchema(profile: string, schemas: readonly string[]): RestError {
  return new RestError(406, 'PGRST106', `Invalid schema: ${profile}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })
}

export function unknownRelation(schema: string, name: string, similar: string | null): RestError {
  return new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: similar === null ? null : `Perhaps you meant the table '${schema}.${similar}'`,
  })
}

export function unknownColumn(column: string, relation: string): RestError {
  return new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`)
}

export function notEmbedded(name: string): RestError {
  return new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

export function orderNotToOne(origin: string, target: string): RestError {
  return new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}

export function badEmbedFilter(target: string): RestError {
  return new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

export function aggregatesOff(): RestError {
  return new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

export function aggregatesInSpread(): RestError {
  return new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
}

export function unacceptable(mediaTypes: readonly string[]): RestError {
  return new RestError(406, 'PGRST107', `None of these media types are available: ${mediaTypes.join(', ')}`)
}

export function maxAffectedNeedsSet(): RestError {
  return new RestError(400, 'PGRST128', 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict')
}

export function invalidPutFilters(): RestError {
  return new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
}

export function putWindow(): RestError {
  return new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
}

export function emptyBody(): RestError {
  return new RestError(400, 'PGRST102', 'Empty or invalid json')
}

export function unsupportedMethod(method: string): RestError {
  return new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

export function unsupportedCallMethod(method: string): RestError {
  return new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
}

export function invalidPath(): RestError {
  return new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

export function ambiguousRoutine(routines: readonly Routine[]): RestError {
  const candidates = routines.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
    return `${schema}.${name}(${list.join(', ')})`
  })
  return new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${candidates.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
