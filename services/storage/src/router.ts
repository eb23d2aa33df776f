import { StorageError } from './errors.ts'

/** Decoded parts of a path by their names in the pattern; `path` is what `*` stands for. */
export type PathParameters = Readonly<Record<string, string>>

export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'any'
  /** Segments in braces are parameters; a `*` at the end stands for everything from there on, at least one character. */
  readonly path: string
}

export interface Found<Route> {
  readonly route: Route
  readonly parameters: PathParameters
}

export interface Router<Route> {
  /** @throws StorageError `InvalidRequest` where nothing matches, `InvalidKey` for a path that isn't encoded UTF-8 */
  find(method: string, path: string): Found<Route>
}

/** The first route that matches counts. HEAD is answered as GET unless a route is for HEAD alone. */
export function createRouter<Route extends RouteShape>(routes: readonly Route[]): Router<Route> {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route.path) }))
  return {
    find(method, path) {
      let isKnown = false
      for (const { route, pattern } of compiled) {
        const match = pattern.exec(path)
        if (match === null) continue
        isKnown = true
        if (route.method !== 'any' && route.method !== method && !(method === 'HEAD' && route.method === 'GET')) continue
        const parameters: Record<string, string> = {}
        for (const [name, value] of Object.entries(match.groups ?? {})) parameters[name] = decode(value)
        return { route, parameters }
      }
      const status = isKnown ? 405 : 404
      throw new StorageError('InvalidRequest', `Route ${method}:${path.slice(0, 200)} not found`, { status, httpStatus: status })
    },
  }
}

function patternOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => {
      if (part === '*') return '(?<path>.+)'
      return part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/]+)` : part.replace(/[.-]/g, '\\$&')
    })
    .join('/')
  return new RegExp(`^${source}${path.endsWith('*') ? '' : '/?'}$`, 's')
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch (error) {
    throw new StorageError('InvalidKey', `Invalid key: ${encoded.slice(0, 200)} is not encoded properly. Write a percent sign as %25.`, {
      cause: error,
    })
  }
}
