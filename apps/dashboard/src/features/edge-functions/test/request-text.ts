import { requestText } from '../messages.ts'

/** Headers that browsers set and don't let pages set. */
const forbidden =
  /^(?:host|connection|content-length|cookie|origin|referer|transfer-encoding|upgrade|via|te|trailer|date|expect|keep-alive|dnt|accept-encoding|accept-charset|proxy-.*|sec-.*)$/i

export interface ReadHeaders {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly problem: string | null
}

/** Parses headers, one `name: value` per line. */
export function readHeaders(text: string): ReadHeaders {
  const headers: (readonly [string, string])[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name, value] = /^\s*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) return { headers, problem: requestText.headerWrong(index + 1) }
    // oxlint-disable-next-line no-control-regex -- what no header may have
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) return { headers, problem: requestText.headerCharacters(index + 1) }
    if (forbidden.test(name)) return { headers, problem: requestText.headerForbidden(name) }
    headers.push([name, value])
  }
  return { headers, problem: null }
}

/** Returns the path below the function, starting with a slash unless it's only a query. */
export function pathOf(text: string): string {
  const path = text.trim()
  return path === '' || /^[/?]/.test(path) ? path : `/${path}`
}

/** Returns JSON indented, and other text unchanged. */
export function prettyBody(text: string, contentType: string): string {
  if (!/[/+]json\b/i.test(contentType)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const isTextual = (contentType: string): boolean =>
  contentType === '' || /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript|x-www-form-urlencoded)|x-ndjson)|image\/svg)/i.test(contentType)
