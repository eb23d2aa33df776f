import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { type ScopeRule, serveWith } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from './context.ts'

/** The signed-in person, or the owner of the access token. */
export interface Actor {
  readonly userId: string
  /** ID of the session or token, to watch for its end. */
  readonly sessionId: string
  /** Undefined for a session, which has all permissions of the person. */
  readonly token?: ActorToken
  /** True for the owner of the installation. */
  readonly isInstallationOwner: boolean
}

/** Limits of an access token. */
export interface ActorToken {
  readonly name: string
  readonly scopes: readonly Permission[]
  /** The only organization it gives access to; null for all of the person's. */
  readonly organizationId: string | null
}

/** An organization of the actor, with their role. */
export interface OrganizationScope {
  readonly organizationId: string
  readonly slug: string
  /** A built-in role, or the ID of a custom one. */
  readonly role: string
  readonly roleName: string
  readonly permissions: readonly Permission[]
}

/** A project of such an organization. */
export interface ProjectScope extends OrganizationScope {
  readonly ref: string
  readonly name: string
  /** True if the production lock was on at authorization. */
  readonly isLocked: boolean
}

/** `{ref}` names a project and `{slug}` an organization. Endpoints with neither that need a permission have `organization_slug` in the body. */
interface PlatformScopes extends ScopeRule {
  readonly scope: this['endpoint']['path'] extends `${string}{ref}${string}`
    ? ProjectScope
    : this['endpoint']['path'] extends `${string}{slug}${string}`
      ? OrganizationScope
      : 'permission' extends keyof this['endpoint']
        ? OrganizationScope
        : undefined
}

/** Returns true if an endpoint's scope is known only from its body; the owner's calls have none. */
export function isScopedByBody({ path, auth }: Pick<Endpoint, 'path' | 'auth'>): boolean {
  return !/\{(?:ref|slug)\}/.test(path) && auth !== 'owner'
}

/** Returns `serve` for routes that use parts of modules, for example `serveUsing<HasBackups>()`. */
export const serveUsing = <Parts>() =>
  serveWith<{
    context: PlatformContext<Parts>
    actor: Actor
    scopes: PlatformScopes
    transaction: Transaction
  }>()

/** Binds an endpoint of the platform to its handler. */
export const serve = serveUsing<unknown>()
