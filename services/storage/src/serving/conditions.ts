import type { IncomingHttpHeaders } from 'node:http'

export type Outcome = 'serve' | 'not_modified' | 'failed'

/** What a request's conditions come to (RFC 9110, 13.2.2). */
export function judgeConditions(headers: IncomingHttpHeaders, etag: string, modified: number): Outcome {
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-modified-since': since, 'if-unmodified-since': unmodifiedSince } = headers
  if (match !== undefined) {
    if (!isAmong(etag, match, false)) return 'failed'
  } else if (unmodifiedSince !== undefined && seconds(modified) > Date.parse(unmodifiedSince) / 1000) return 'failed'
  if (noneMatch !== undefined) return isAmong(etag, noneMatch, true) ? 'not_modified' : 'serve'
  return since !== undefined && seconds(modified) <= Date.parse(since) / 1000 ? 'not_modified' : 'serve'
}

/** Whether a part may be sent of what is there now (RFC 9110, 13.1.5). */
export function isRangeCurrent(ifRange: string | undefined, etag: string, modified: number): boolean {
  if (ifRange === undefined) return true
  return ifRange.startsWith('"') ? ifRange === etag : Date.parse(ifRange) / 1000 === seconds(modified)
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

function isAmong(etag: string, list: string, isWeak: boolean): boolean {
  return list.split(',').some((each) => {
    const wanted = each.trim()
    return wanted === '*' || wanted === etag || (isWeak && wanted === `W/${etag}`)
  })
}
