import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { AppError } from '@colonnade/core'

/** Why no route took a request: the path is known under other methods (405, with the Allow header's value in the details), or not at all. */
export function noRoute(endpoints: readonly Endpoint[], method: string, path: string): AppError {
  const allowed = endpoints.filter((endpoint) => patternOf(endpoint).test(path)).map((endpoint) => endpoint.method)
  if (allowed.length === 0) return new AppError('route_not_found', { method, path })
  return new AppError('method_not_allowed', { method, path, allow: allowed.join(', ') })
}

function patternOf(endpoint: Endpoint): RegExp {
  return new RegExp(`^${endpoint.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`)
}
