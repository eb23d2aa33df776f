import type { MemberRole, Permission } from '@colonnade/contracts'
import { serveWith } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from './context.ts'

/** The signed-in person. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  /** Owns the installation itself. */
  readonly isInstallationOwner: boolean
}

/** An organization that the actor belongs to, and as what. */
export interface OrganizationScope {
  readonly organizationId: string
  readonly slug: string
  readonly role: MemberRole
  readonly permissions: readonly Permission[]
}

/** A project of such an organization. */
export interface ProjectScope extends OrganizationScope {
  readonly ref: string
  readonly name: string
  /** The production lock was on when the call was authorized. */
  readonly isLocked: boolean
}

/** Binds an endpoint of the platform to its handler. */
export const serve = serveWith<{
  context: PlatformContext
  actor: Actor
  organizationScope: OrganizationScope
  projectScope: ProjectScope
  transaction: Transaction
}>()
