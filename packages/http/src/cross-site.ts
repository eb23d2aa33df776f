import { AppError } from '@colonnade/core'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses changes that another site makes with the visitor's cookie: by Sec-Fetch-Site where the browser sends it, else by Origin.
 * Clients that are no browsers send neither.
 *
 * @throws AppError `cross_site_request`
 */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw new AppError('cross_site_request')
  }
  const origin = request.headers.origin
  if (origin !== undefined && hostOf(origin) !== request.host) throw new AppError('cross_site_request')
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
