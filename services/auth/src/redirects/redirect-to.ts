import type { AuthCall } from '../call.ts'

/**
 * Where a flow ends: what the client asks for by header, query, or as the page it comes from, if the project allows it; else the
 * project's own address. `asked`: of the body or of what was kept, before all others.
 */
export function redirectOf({ request, settings, redirects }: Pick<AuthCall, 'request' | 'settings' | 'redirects'>, asked?: string): string {
  const { headers, query } = request
  const header = headers['redirect_to']
  const candidates = [asked, typeof header === 'string' ? header : undefined, query.get('redirect_to') ?? undefined, headers.referer]
  for (const candidate of candidates) {
    if (candidate === undefined || candidate === '') continue
    return redirects.match(candidate).isAllowed ? candidate : settings.site_url
  }
  return settings.site_url
}

/** Adds parameters behind `#`, as clients without PKCE read them. */
export function withFragment(url: string, parameters: Readonly<Record<string, string>>): string {
  const target = new URL(url)
  target.hash = new URLSearchParams(parameters).toString()
  return target.href
}

/** Adds parameters to the query, keeping those that are there. */
export function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return target.href
}
