import { RestError } from '../../rest-error.ts'

/** Limits levels of embedding, and of nested `and` and `or`. */
export const maxDepth = 10
/** Limits a query string, in characters as sent. */
export const maxSearchLength = 65_536

export function tooManyConditions(limit: number): RestError {
  return new RestError(400, 'PGRST100', 'Too many conditions', { details: `A request can have at most ${limit} conditions` })
}

export function tooManyEmbeds(limit: number): RestError {
  return new RestError(400, 'PGRST100', 'Too many embedded resources', { details: `A request can embed at most ${limit} resources` })
}

/** Limits the arrows of a JSON path, which Postgres nests as deep as they are many. */
export const maxArrows = 100

export function tooDeep(what: 'resources' | 'conditions' | 'JSON'): RestError {
  const limit = what === 'JSON' ? maxArrows : maxDepth
  return new RestError(400, 'PGRST100', `Too many levels of ${what}`, { details: `A request can nest ${what} at most ${limit} levels deep` })
}

export function tooLong(): RestError {
  return new RestError(414, 'PGRST100', 'Query string too long', { details: `A query string can have at most ${maxSearchLength} characters` })
}

/** Refuses a number that Postgres would refuse too, in its words. */
export function outOfRange(digits: string, type: 'integer' | 'bigint'): RestError {
  return new RestError(400, '22003', `value "${digits}" is out of range for type ${type}`)
}
