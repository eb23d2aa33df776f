/**
 * Search parameters are text: `?id=0123` stays "0123", a big number keeps its digits and `true` is a word. Only what can't be text,
 * lists and objects, is JSON. Schemas turn text into numbers and booleans where they want them (`z.coerce.number()`, `z.stringbool()`).
 */
export function parseSearch(text: string): Record<string, unknown> {
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, isJson(value) ? (JSON.parse(value) as unknown) : value]))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    params.set(name, typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Lists, objects, and texts that would be taken for one of them. */
function isJson(text: string): boolean {
  if (!/^(\[.*\]|\{.*\}|".*")$/s.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
