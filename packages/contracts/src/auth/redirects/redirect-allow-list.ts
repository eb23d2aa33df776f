import { compileGlob, findGlobProblem, type Glob } from './glob.ts'
import { isLoopbackHost } from '../setting-values.ts'

/** Schemes that run code or show content from the link itself. */
const refusedSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:', 'filesystem:'])

/** Most patterns of an allow list. */
export const redirectPatternsMost = 500
/** Maximum length of a redirect URL, in characters. */
export const redirectMost = 2_048

export type RedirectRefusal = 'invalid' | 'scheme' | 'user_name' | 'ip_address' | 'not_listed'

/** The rule that allows a redirect URL, or why it is refused. */
export type RedirectVerdict =
  | {
      readonly isAllowed: true
      readonly rule: 'site_url' | 'uri_allow_list'
      /** The site URL, or a pattern of the list. */ readonly pattern: string
    }
  | { readonly isAllowed: false; readonly reason: RedirectRefusal }

export interface RedirectRules {
  readonly match: (target: string) => RedirectVerdict
}

const refused = (reason: RedirectRefusal): RedirectVerdict => ({ isAllowed: false, reason })

/**
 * Compiles the redirect rules of a project. Reuse the result until the settings change. A check runs in O(URL length × list length). A malformed
 * pattern matches nothing.
 */
export function compileRedirects(settings: { readonly site_url: string; readonly uri_allow_list: string }): RedirectRules {
  const site = readTarget(settings.site_url)
  const patterns = splitAllowList(settings.uri_allow_list)
    .slice(0, redirectPatternsMost)
    .flatMap((pattern): { pattern: string; glob: Glob }[] => {
      const glob = compileGlob(normalizePattern(pattern))
      return glob === null ? [] : [{ pattern, glob }]
    })
  return {
    match(target) {
      const url = readTarget(target)
      if (typeof url === 'string') return refused(url)
      if (typeof site !== 'string' && isSameSite(site, url)) return { isAllowed: true, rule: 'site_url', pattern: settings.site_url }
      if (isIpAddress(url.hostname) && !isLoopbackHost(url.hostname)) return refused('ip_address')
      const spellings = spell(url)
      const found = patterns.find(({ glob }) => spellings.some((spelling) => glob.matches(spelling)))
      return found ? { isAllowed: true, rule: 'uri_allow_list', pattern: found.pattern } : refused('not_listed')
    },
  }
}

/** Parses a URL as browsers do. Refuses URLs that browsers read differently from people. */
function readTarget(text: string): URL | RedirectRefusal {
  // browsers drop or rewrite these, so they would open a different URL
  // oxlint-disable-next-line no-control-regex -- this refuses control characters
  if (text.length > redirectMost || /[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return 'invalid'
  const url = new URL(text)
  if (refusedSchemes.has(url.protocol)) return 'scheme'
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isWeb && /^\.|\.\./.test(url.hostname)) return 'invalid'
  const afterScheme = text.slice(text.indexOf(':') + 1)
  // browsers repair `https:/host` and `https:host`
  if (isWeb && !/^\/\/[^/]/.test(afterScheme)) return 'invalid'
  const authority = afterScheme.startsWith('//') ? /^[^/?#]*/.exec(afterScheme.slice(2))![0] : ''
  if (authority.includes('@')) return 'user_name'
  // browsers read numbers such as 0x7f.1, and digits of other scripts, as an IP address
  if (isIpAddress(url.hostname) && !authority.toLowerCase().startsWith(url.hostname)) return 'ip_address'
  return url
}

function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(hostname)
}

function isSameSite(site: URL, url: URL): boolean {
  if (site.protocol !== url.protocol || site.hostname !== url.hostname) return false
  return site.port === url.port || isLoopbackHost(url.hostname)
}

/** Returns the URL as browsers open it, without its fragment. A bare origin loses its trailing slash. */
function spell(url: URL): string[] {
  const fragment = url.href.indexOf('#')
  const whole = fragment < 0 ? url.href : url.href.slice(0, fragment)
  return url.pathname === '/' && whole.endsWith('/') ? [whole, whole.slice(0, -1)] : [whole]
}

/** Normalizes scheme and host as browsers do: lower case, without the default port. */
function normalizePattern(pattern: string): string {
  const start = pattern.indexOf('://')
  if (start < 0) return pattern
  const slash = pattern.indexOf('/', start + 3)
  const end = slash < 0 ? pattern.length : slash
  const site = pattern.slice(0, end).toLowerCase()
  const port = site.startsWith('https:') ? ':443' : site.startsWith('http:') ? ':80' : null
  return (port !== null && site.endsWith(port) ? site.slice(0, -port.length) : site) + pattern.slice(end)
}

/** Splits an allow list at commas outside of braces. */
export function splitAllowList(list: string): string[] {
  const patterns: string[] = []
  let [start, depth] = [0, 0]
  for (let index = 0; index < list.length; index += 1) {
    const character = list[index]
    if (character === '\\') index += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      patterns.push(list.slice(start, index))
      start = index + 1
    }
  }
  return [...patterns, list.slice(start)].map((pattern) => pattern.trim()).filter((pattern) => pattern !== '')
}

const siteUrlProblems: Readonly<Record<RedirectRefusal, string>> = {
  invalid: 'Use a full URL, such as https://example.com or myapp://callback',
  not_listed: 'Use a full URL, such as https://example.com or myapp://callback',
  scheme: "A site URL can't use this scheme. Use https://, http:// or your app's own",
  user_name: 'Remove the user name before @',
  ip_address: 'Write the IP address in its usual form, such as 127.0.0.1',
}

/** Returns the problem of a site URL, or null. It is a web page or an app with its own scheme. */
export function findSiteUrlProblem(value: string): string | null {
  const url = value.includes(',') ? 'invalid' : readTarget(value)
  if (typeof url === 'string') return siteUrlProblems[url]
  return /^[^:]+:\/\/./.test(value) ? null : siteUrlProblems.invalid
}

/** Returns the problem of an allow list, or null. Every pattern must be well-formed. */
export function findAllowListProblem(value: string): string | null {
  const patterns = splitAllowList(value)
  if (patterns.length > redirectPatternsMost) return `Use at most ${redirectPatternsMost} patterns`
  for (const pattern of patterns) {
    const problem = findGlobProblem(pattern)
    if (problem !== null) return `"${pattern}": ${problem.message}, at character ${problem.position + 1}`
    if (refusedSchemes.has(`${pattern.slice(0, pattern.indexOf(':')).toLowerCase()}:`))
      return `"${pattern}": redirects to this scheme are not allowed`
  }
  return null
}
