import { RestError } from '../rest-error.ts'

/** Reads the status that the database set, or returns why it can't be one. */
export function withStatus(setting: string): number | RestError {
  const status = /^\d{3}$/.test(setting) ? Number(setting) : 0
  return status >= 200 && status <= 599 ? status : new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/** Adds the headers set by the database, which override our headers. Returns an error if they aren't valid, otherwise null. */
export function withHeaders(headers: Record<string, string | readonly string[]>, setting: string): RestError | null {
  const own = parsed(setting)
  if (own === null) {
    return new RestError(500, 'PGRST111', 'response.headers guc must be a JSON array composed of objects with a single key and a string value')
  }
  const set = new Map<string, string>()
  for (const [name, value] of own) {
    const lower = name.toLowerCase()
    const before = set.get(lower)
    if (before === undefined) {
      for (const ours of Object.keys(headers)) if (ours.toLowerCase() === lower) delete headers[ours]
      set.set(lower, name)
      headers[name] = value
    } else {
      headers[before] = lower === 'set-cookie' ? [headers[before]!, value].flat() : `${String(headers[before])}, ${value}`
    }
  }
  return null
}

function parsed(setting: string): [string, string][] | null {
  let content: unknown
  try {
    content = JSON.parse(setting)
  } catch {
    return null
  }
  if (!Array.isArray(content)) return null
  const headers: [string, string][] = []
  for (const one of content as unknown[]) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return null
    const entries = Object.entries(one)
    const [name, value] = entries[0] ?? []
    if (entries.length !== 1 || typeof value !== 'string' || !isName(name!) || !isValue(value)) return null
    headers.push([name!, value])
  }
  return headers
}

/** Tests for a token of HTTP (RFC 9110, 5.6.2). */
function isName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

/** Tests if a header can carry a value: Latin 1, and nothing that ends the header. */
function isValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
