import { AuthError } from './errors.ts'
import type { PathParameters, Route } from './routes.ts'

export interface Found {
  readonly route: Route
  readonly parameters: PathParameters
}

export interface Router {
  /** @throws AuthError `not_found`, `method_not_allowed` */
  find(method: string, segments: readonly string[]): Found
}

/** HEAD is answered as GET. */
export function createRouter(routes: readonly Route[]): Router {
  const bySize = new Map<number, { readonly route: Route; readonly pattern: readonly string[] }[]>()
  for (const route of routes) {
    const pattern = route.path.split('/').filter((each) => each !== '')
    bySize.set(pattern.length, [...(bySize.get(pattern.length) ?? []), { route, pattern }])
  }
  const isParameter = (part: string): boolean => part.startsWith('{')
  return {
    find(method, segments) {
      const matching = (bySize.get(segments.length) ?? []).filter(({ pattern }) =>
        pattern.every((part, index) => isParameter(part) || part === segments[index]),
      )
      if (matching.length === 0) throw new AuthError('not_found', 'Path not found')
      const wanted = method === 'HEAD' ? 'GET' : method
      const found = matching.find(({ route }) => route.method === wanted)
      if (found === undefined) throw new AuthError('method_not_allowed', `This path does not support ${method}`)
      const named = found.pattern.flatMap((part, index) => (isParameter(part) ? [[part.slice(1, -1), segments[index]!]] : []))
      return { route: found.route, parameters: Object.fromEntries(named) as PathParameters }
    },
  }
}
