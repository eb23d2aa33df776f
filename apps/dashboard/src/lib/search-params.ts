import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Search parameters are text: `?id=0123` stays "0123" and a big number keeps its digits. Only what can't be text, lists and
 * objects, is JSON. Schemas turn text into numbers and booleans where they want them (`z.coerce.number()`, `z.stringbool()`).
 */
export const parseSearch = parseSearchWith((text) => (isJson(text) ? (JSON.parse(text) as unknown) : text))

export const stringifySearch = stringifySearchWith((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

function isJson(text: string): boolean {
  if (!/^[[{].*[\]}]$/s.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
