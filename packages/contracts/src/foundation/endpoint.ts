import type { ErrorCode } from '@colonnade/core'
import type { Capability } from './capabilities.ts'
import type { Permission } from './permissions.ts'

/**
 * The part of a zod schema that types need. Generics are constrained on this and not on `z.ZodType`, which would cost the compiler
 * four times as many instantiations over all endpoints.
 */
export interface Schema<Output = unknown, Input = unknown> {
  readonly _zod: { readonly output: Output; readonly input: Input }
}

export type Output<S> = S extends { readonly _zod: { readonly output: infer O } } ? O : undefined
export type Input<S> = S extends { readonly _zod: { readonly input: infer I } } ? I : undefined

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Rate limit of a call; the service defines the limits (`limits.ts`). `stop` is for calls that end running work. */
export type RateClass = 'read' | 'write' | 'query' | 'stop' | 'message' | 'credentials'

/** Name of a change in the audit log. */
export type AuditEvent = `${string}.${string}`

export interface EndpointSpec {
  /** Summary in the API document. */
  readonly summary: string
  /** `public`: anyone; `user`: a signed-in person; `owner`: the owner of the installation. */
  readonly auth: 'public' | 'user' | 'owner'
  /** Required permission in the organization or project of the path, checked before the handler runs. */
  readonly permission?: Permission
  /**
   * Token scopes required besides `permission`; `any` requires none. Without either, tokens are refused, as for calls about a person's account.
   * `none` always refuses tokens.
   */
  readonly tokens?: Permission | 'any' | 'none'
  /** Allows members without the second factor that their organization requires. */
  readonly isOpenWithoutFactor?: true
  /** Audit event, recorded by the handler in the transaction of its change. */
  readonly audit?: AuditEvent
  /** By default `read` for GET and `write` for other methods. */
  readonly rate?: RateClass
  /**
   * Refuses with `project_not_active` unless the project is ACTIVE_HEALTHY. Wakes a sleeping project and keeps it awake during the call. `awake`
   * refuses with `project_asleep` instead, for calls that pages poll.
   */
  readonly needsActive?: true | 'awake'
  /** Required capability. Projects without it refuse with `capability_missing`. */
  readonly needs?: Capability
  readonly query?: Schema
  readonly headers?: Schema
  readonly body?: Schema
  /**
   * Media type of a file body, sent instead of JSON. For an octet stream or a form, the handler gets the unlimited stream. `headers` must include
   * `content-type` for a form's boundary.
   */
  readonly upload?: 'image/png' | 'application/octet-stream' | 'multipart/form-data'
  /** Media type of a file response. For an octet stream, the handler returns a `FileStream`. */
  readonly download?: 'image/png' | 'application/octet-stream'
  /** The file at this URL never changes, so browsers can cache it. */
  readonly isImmutable?: true
  readonly reply: Schema
  /** Error message for an unsupported media type. */
  readonly mediaHint?: string
  /** 200 by default. 204 requires an undefined reply. */
  readonly status?: 200 | 201 | 202 | 204
  /** Responds with server-sent events of the type `reply`. */
  readonly stream?: true
  /** Additional errors, besides those implied by the other fields. */
  readonly errors?: readonly ErrorCode[]
  /** Maximum size of the request body; 64 KiB by default. */
  readonly bodyLimitBytes?: number
  /** Most values in a JSON body, to bound the cost of validation; 10,000 by default. */
  readonly bodyValuesMost?: number
}

/** Returns the required scopes of an access token for a non-public call; null if tokens are refused. */
export function tokenScopes({ permission, tokens }: Pick<EndpointSpec, 'permission' | 'tokens'>): readonly Permission[] | null {
  if (tokens === 'none' || (tokens === undefined && permission === undefined)) return null
  return [...(permission === undefined ? [] : [permission]), ...(tokens === undefined || tokens === 'any' ? [] : [tokens])]
}

export type Endpoint<M extends Method = Method, Path extends string = string, Spec extends EndpointSpec = EndpointSpec> = Spec & {
  readonly method: M
  /** Path with parameters in braces: /platform/projects/{ref} */
  readonly path: Path
}

/** Path parameters: `PathParams<'/projects/{ref}'>` is `{ ref: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParams<Rest>
  : unknown

const method =
  <M extends Method>(name: M) =>
  <const Path extends string, const Spec extends EndpointSpec>(path: Path, spec: Spec): Endpoint<M, Path, Spec> => ({ ...spec, method: name, path })

export const get = method('GET')
export const post = method('POST')
export const patch = method('PATCH')
export const put = method('PUT')
export const remove = method('DELETE')

type WithPath<E, Path extends string> = { readonly [Field in keyof E]: Field extends 'path' ? Path : E[Field] }

type Under<Prefix extends string, Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints]: WithPath<Endpoints[Name], Endpoints[Name]['path'] extends '/' ? Prefix : `${Prefix}${Endpoints[Name]['path']}`>
}

/** Defines the endpoints of one noun under a common prefix. The path '/' is the prefix itself. */
export function resource<const Prefix extends string, const Endpoints extends Readonly<Record<string, Endpoint>>>(
  prefix: Prefix,
  endpoints: Endpoints,
): Under<Prefix, Endpoints> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, { ...endpoint, path: endpoint.path === '/' ? prefix : prefix + endpoint.path }]),
  ) as Under<Prefix, Endpoints>
}
