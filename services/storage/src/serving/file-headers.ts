import type { IncomingHttpHeaders } from 'node:http'
import { StorageError } from '../errors.ts'

/** Files of anybody share the dashboard's origin: what a browser could run as a page is shut in a sandbox that loads nothing. */
const sandbox = "sandbox; default-src 'none'"
/** Of these nothing runs; in a sandbox, browsers show PDFs and some media as blank. */
const harmless = /^(?:image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|application\/pdf)\s*(?:;|$)/i
const page = /^\s*text\/html\b/i

/** Headers about what a file is. */
export function typeHeaders(contentType: string): Record<string, string> {
  const type = page.test(contentType) ? contentType.replace(page, 'text/plain') : contentType
  return { 'content-type': type, 'x-content-type-options': 'nosniff', ...(!harmless.test(type) && { 'content-security-policy': sandbox }) }
}

/** Uses of a file by which it would become a part of our own pages. */
const ownUses: ReadonlySet<string> = new Set(['script', 'worker', 'sharedworker', 'serviceworker', 'style', 'audioworklet', 'paintworklet', 'xslt'])

/** @throws StorageError `AccessDenied` where a page of our origin would run the file */
export function refuseOwnUse(headers: IncomingHttpHeaders): void {
  const { 'sec-fetch-dest': use, 'sec-fetch-site': site, 'service-worker': worker } = headers
  const isOwnPage = site === undefined || site === 'same-origin'
  if (worker === undefined && !(isOwnPage && typeof use === 'string' && ownUses.has(use))) return
  const message = 'Files do not run as scripts, styles or workers of this address'
  throw new StorageError('AccessDenied', message, { httpStatus: 403 })
}

/** `?download` saves, under a name if there is one. */
export function dispositionHeaders(query: URLSearchParams): Record<string, string> {
  const name = query.get('download')
  if (name === null) return {}
  return name === '' ? { 'content-disposition': 'attachment;' } : dispositionOf(name)
}

/** Saves a file under a name. */
export function dispositionOf(name: string): Record<string, string> {
  const encoded = encodeURIComponent(name.slice(0, 500).toWellFormed())
  return { 'content-disposition': `attachment; filename=${encoded}; filename*=UTF-8''${encoded}` }
}
