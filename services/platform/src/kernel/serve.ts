import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { type ScopeRule, serveWith } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from './context.ts'

/** The person who is signed in, or whose access token it is. */
export interface Actor {
  readonly userId: string
  /** Of the session, or of the token that takes its place: what ends with it watches this. */
  readonly sessionId: string
  /** Without one it is a session, which opens all that the person may do. */
  readonly token?: ActorToken
  /** Owns the installation itself. */
  readonly isInstallationOwner: boolean
}

/** What narrows a call that shows an access token. */
export interface ActorToken {
  readonly name: string
  readonly scopes: readonly Permission[]
  /** The one organization that it opens; null: all of the person's. */
  readonly organizationId: string | null
}

/** An organization that the actor belongs to, and as what. */
export interface OrganizationScope {
  readonly organizationId: string
  readonly slug: string
  /** One of those that every organization has, or the id of one of its own. */
  readonly role: string
  readonly roleName: string
  readonly permissions: readonly Permission[]
}

/** A project of such an organization. */
export interface ProjectScope extends OrganizationScope {
  readonly ref: string
  readonly name: string
  /** The production lock was on when the call was authorized. */
  readonly isLocked: boolean
}

/** `{ref}` names a project and `{slug}` an organization. Endpoints that name neither but need a permission have `organization_slug` in the body. */
interface PlatformScopes extends ScopeRule {
  readonly scope: this['endpoint']['path'] extends `${string}{ref}${string}`
    ? ProjectScope
    : this['endpoint']['path'] extends `${string}{slug}${string}`
      ? OrganizationScope
      : 'permission' extends keyof this['endpoint']
        ? OrganizationScope
        : undefined
}

/** Returns whether an endpoint's scope is known only from its body; the owner's calls have none. */
export function isScopedByBody({ path, auth }: Pick<Endpoint, 'path' | 'auth'>): boolean {
  return !/\{(?:ref|slug)\}/.test(path) && auth !== 'owner'
}

/** Gives a `serve` for routes that use what modules keep running, e.g. `serveUsing<HasBackups>()`. */
export const serveUsing = <Parts>() =>
  serveWith<{
    context: PlatformContext<Parts>
    actor: Actor
    scopes: PlatformScopes
    transaction: Transaction
  }>()

/** Binds an endpoint of the platform to its handler. */
export const serve = serveUsing<unknown>()
