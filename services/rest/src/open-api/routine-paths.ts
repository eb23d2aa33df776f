import type { Parameter, Routine } from '@colonnade/rest-query'
import { type JsonObject, splitComment } from './json.ts'
import { typeOf } from './types.ts'

const produces = ['application/json', 'application/vnd.pgrst.object+json;nulls=stripped', 'application/vnd.pgrst.object+json'] as const

/** The operations of a function, by method: it can be called by GET if it changes nothing. */
export function routinePath(routine: Routine): JsonObject {
  const operation = (parameters: readonly JsonObject[]): JsonObject => ({
    tags: [`(rpc) ${routine.name}`],
    ...splitComment(routine.description),
    produces,
    parameters,
    responses: { 200: { description: 'OK' } },
  })
  const isReadOnly = routine.volatility !== 'volatile'
  const areNamed = routine.parameters.every(({ name }) => name !== '')
  return {
    get: isReadOnly && areNamed ? operation(routine.parameters.map(inQuery)) : undefined,
    post: operation([{ required: true, in: 'body', name: 'args', schema: areNamed ? argumentsOf(routine) : typeOf(routine.parameters[0]!.type) }]),
  }
}

function argumentsOf({ description, parameters }: Routine): JsonObject {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    description: description ?? undefined,
    required: required.length > 0 ? required : undefined,
    properties: Object.fromEntries(parameters.map(({ name, type }) => [name, typeOf(type)])),
  }
}

/** JSON, and any array but a variadic one, is written as text here. */
function inQuery({ name, type, isRequired, isVariadic }: Parameter): JsonObject {
  const value = typeOf(type)
  const written = isVariadic
    ? { ...value, collectionFormat: 'multi' }
    : { type: value['type'] === 'array' ? 'string' : (value['type'] ?? 'string'), format: value['format'] }
  return { name, required: isRequired, in: 'query', ...written }
}
