import { RestError } from '../../rest-error.ts'

/** A body that can't be read (PGRST102). */
export function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message)
}

export const differentKeys = 'All object keys must match'
export const noJson = 'Empty or invalid json'
export const differentLengths = 'All lines must have same number of fields'
