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

/** Which budget a call draws on; the budgets are the service's (`limits.ts`). `stop`: what ends something under way, however much was begun. */
export type RateClass = 'read' | 'write' | 'query' | 'stop' | 'message' | 'credentials'

/** What a change is called in the audit log. */
export type AuditEvent = `${string}.${string}`

export interface EndpointSpec {
  /** One line for the API document. */
  readonly summary: string
  /** `public`: anybody; `user`: a signed-in person; `owner`: the owner of the installation. */
  readonly auth: 'public' | 'user' | 'owner'
  /** Held in the organization or project that the path names; checked before the handler runs. */
  readonly permission?: Permission
  /**
   * What an access token needs for it besides the `permission`; `any`: nothing. Where there is neither, the call is refused to tokens, as it is
   * for people, about their account; `none` refuses it in any case.
   */
  readonly tokens?: Permission | 'any' | 'none'
  /** Open also to a member without the second factor that their organization asks for. */
  readonly isOpenWithoutFactor?: true
  /** The handler must record it in the transaction of its change. */
  readonly audit?: AuditEvent
  /** `read` for GET and `write` for the rest, unless said. */
  readonly rate?: RateClass
  /**
   * Refused with `project_not_active` unless the project is ACTIVE_HEALTHY. One that sleeps is woken, and kept awake until the call is over;
   * where it says `awake`, it is left asleep and the call refused with `project_asleep`: for what is asked again and again by itself.
   */
  readonly needsActive?: true | 'awake'
  /** Refused with `capability_missing` for a project that lacks it. */
  readonly needs?: Capability
  readonly query?: Schema
  readonly headers?: Schema
  readonly body?: Schema
  /**
   * The body is a file of this media type, sent as it is, in place of JSON. Of an octet stream and of a form the handler gets the stream, which has
   * no limit; where a form's parts begin is in its `content-type`, which `headers` has to name.
   */
  readonly upload?: 'image/png' | 'application/octet-stream' | 'multipart/form-data'
  /** The reply is a file of this media type. Of an octet stream the handler gives a `FileStream`. */
  readonly download?: 'image/png' | 'application/octet-stream'
  /** What is downloaded never changes under its address, so browsers keep it. */
  readonly isImmutable?: true
  readonly reply: Schema
  /** What a caller reads who sends another media type than the call takes. */
  readonly mediaHint?: string
  /** 200 unless said. 204 goes with an undefined reply. */
  readonly status?: 200 | 201 | 202 | 204
  /** Answers with server-sent events, each of which has the form of `reply`. */
  readonly stream?: true
  /** Errors of its own, besides those that follow from the other fields. */
  readonly errors?: readonly ErrorCode[]
  /** Largest request body; 64 KiB unless said. */
  readonly bodyLimitBytes?: number
  /** Most values in a JSON body, so that a body of its largest size stays cheap to read; 10,000 unless said. */
  readonly bodyValuesMost?: number
}

/** The scopes that an access token needs for a call that is not public; null where no token is taken. */
export function tokenScopes({ permission, tokens }: Pick<EndpointSpec, 'permission' | 'tokens'>): readonly Permission[] | null {
  if (tokens === 'none' || (tokens === undefined && permission === undefined)) return null
  return [...(permission === undefined ? [] : [permission]), ...(tokens === undefined || tokens === 'any' ? [] : [tokens])]
}

export type Endpoint<M extends Method = Method, Path extends string = string, Spec extends EndpointSpec = EndpointSpec> = Spec & {
  readonly method: M
  /** With parameters in braces: /platform/projects/{ref} */
  readonly path: Path
}

/** The names in braces of a path: `PathParams<'/projects/{ref}'>` is `{ ref: string }`. */
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

/** Endpoints of one noun under a common prefix; the path '/' is the prefix itself. */
export function resource<const Prefix extends string, const Endpoints extends Readonly<Record<string, Endpoint>>>(
  prefix: Prefix,
  endpoints: Endpoints,
): Under<Prefix, Endpoints> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, { ...endpoint, path: endpoint.path === '/' ? prefix : prefix + endpoint.path }]),
  ) as Under<Prefix, Endpoints>
}
