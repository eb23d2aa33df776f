import { RestError } from '../../rest-error.ts'

/** Levels of embedding, and of `and` and `or` within each other. */
export const maxDepth = 10
/** Characters of a query string as it was sent. */
export const maxSearchLength = 65_536

export function tooManyConditions(limit: number): RestError {
  return new RestError(400, 'PGRST100', 'Too many conditions', { details: `A request can have at most ${limit} conditions` })
}

export function tooManyEmbeds(limit: number): RestError {
  return new RestError(400, 'PGRST100', 'Too many embedded resources', { details: `A request can embed at most ${limit} resources` })
}

/** Arrows of a JSON path: Postgres nests its expressions as deep. */
export const maxArrows = 100

export function tooDeep(what: 'resources' | 'conditions' | 'JSON'): RestError {
  const limit = what === 'JSON' ? maxArrows : maxDepth
  return new RestError(400, 'PGRST100', `Too many levels of ${what}`, { details: `A request can go at most ${limit} levels deep into ${what}` })
}

export function tooLong(): RestError {
  return new RestError(414, 'PGRST100', 'Query string too long', { details: `A query string can have at most ${maxSearchLength} characters` })
}

/** A number that Postgres would refuse as well, in its words. */
export function outOfRange(digits: string, type: 'integer' | 'bigint'): RestError {
  return new RestError(400, '22003', `value "${digits}" is out of range for type ${type}`)
}
