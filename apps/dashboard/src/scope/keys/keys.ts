import type { dataApi } from '@colonnade/contracts/apis/data-api'
import type { organizationApi } from '@colonnade/contracts/apis/organization-api'
import type { platformApi } from '@colonnade/contracts/apis/platform-api'
import type { PathParams } from '@colonnade/contracts/foundation/endpoint'
import type { QueryClient } from '@tanstack/react-query'

type PathsOf<Api> = { [Noun in keyof Api]: Api[Noun][keyof Api[Noun]] }[keyof Api] extends { readonly path: infer Path } ? Path : never
type ApiPath = PathsOf<typeof platformApi> | PathsOf<typeof dataApi> | PathsOf<typeof organizationApi>

/** The paths of the platform's calls; one that the contracts don't have doesn't compile. */
export type PlatformPath = Extract<ApiPath, `/${'platform' | 'v1'}/${string}`>

type KeyArgs<Path> = Path extends `${string}{${string}` ? [params: PathParams<Path>, query?: unknown] : [params?: undefined, query?: unknown]

/**
 * Returns the key under which the reply of a call is cached, made of the call's path and its query:
 * `keyOf('/platform/projects/{ref}/backups', { ref })` is `['projects', ref, 'backups']`. The key of a path is also the beginning of those below
 * it, so that invalidating it invalidates them too.
 */
export function keyOf<Path extends PlatformPath>(path: Path, ...[params, query]: KeyArgs<Path>): readonly unknown[] {
  const values = (params ?? {}) as Readonly<Record<string, string>>
  // the first two parts are the empty one before the slash, and "platform" or "v1"
  const parts = path.split('/').slice(2)
  const key = parts.map((part) => (part.startsWith('{') ? values[part.slice(1, -1)] : part))
  return query === undefined ? key : [...key, query]
}

/** Calls about the signed-in person that have no common path. */
type AccountPath = Extract<
  PlatformPath,
  `/platform/${'account/' | ''}${'access-tokens' | 'second-factors' | 'passkeys' | 'identities' | 'sessions' | 'audit' | 'app-grants'}`
>

/** Returns the key of what belongs to the signed-in person; without a path, of all of it, as after another password. */
export function accountKey(path?: AccountPath): readonly unknown[] {
  return path === undefined ? ['account'] : ['account', ...keyOf(path as '/platform/passkeys')]
}

/** What pages ask of a project's database, most of it by SQL: no call of the contracts names these answers. */
type SqlNoun =
  | 'bulk-count'
  | 'bulk-referring'
  | 'column-types'
  | 'completion-catalog'
  | 'database'
  | 'default-grants'
  | 'entities'
  | 'entity'
  | 'export-count'
  | 'exposed-objects'
  | 'exposure'
  | 'filter-check'
  | 'foreign-rows'
  | 'function-returns'
  | 'import-outcomes'
  | 'hook-functions'
  | 'import-types'
  | 'imports'
  | 'index-builds'
  | 'invalid-indexes'
  | 'key-roles'
  | 'likely-values'
  | 'loadable-extensions'
  | 'object-names'
  | 'page-plan'
  | 'pointing-rows'
  | 'production-lock'
  | 'ran-before'
  | 'referred-row'
  | 'role-choices'
  | 'role-names'
  | 'role-timeouts'
  | 'row'
  | 'row-access'
  | 'running-queries'
  | 'save-places'
  | 'schemas'
  | 'table-form'
  | 'table-names'
  | 'template-extensions'
  | 'token-users'
  | 'unlogged-tables'

/** Returns the key of what a project's database answers: `sqlKey(ref, 'table-names')`. */
export const sqlKey = <Rest extends readonly unknown[]>(ref: string, noun: SqlNoun, ...rest: Rest) => ['projects', ref, 'sql', noun, ...rest] as const

/**
 * Has everything asked again that pages know of a project, but not the project itself: what changes a database may change its figures, advice
 * and objects, and never who may do what in it.
 */
export function refreshProjectData(client: QueryClient, ref: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}', { ref }), predicate: ({ queryKey }) => queryKey.length > 2 })
}
