import { type App, appsMax, type AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { AppError, isId, newSecret, type Random } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

/** What secrets of applications begin with, so that people and scanners of leaked secrets know one when they see it. */
const secretPrefix = 'cls_'

export interface AppInput {
  readonly name: string
  readonly redirect_uris: readonly string[]
}

export function listApps({ database }: PlatformContext, { organizationId }: OrganizationScope): Promise<App[]> {
  return store.listApps(database, organizationId)
}

/** @throws AppError `too_many_apps` */
export function createApp(
  ctx: PlatformContext,
  { organizationId }: OrganizationScope,
  { name, redirect_uris: redirectUris, is_confidential: isConfidential }: AppInput & { readonly is_confidential: boolean },
  audit: Audit,
): Promise<AppWithSecret> {
  const made = isConfidential ? makeSecret(ctx.random) : null
  return ctx.database.transaction(async (tx) => {
    const id = await store.insertApp(tx, organizationId, { name, redirectUris, secret: made, max: appsMax })
    if (id === undefined) {
      throw new AppError('too_many_apps', { max: appsMax }, { message: `An organization can register ${appsMax} applications. Delete one first.` })
    }
    await audit(tx, { organizationId, details: { id, name, redirect_uris: redirectUris, is_confidential: isConfidential } })
    return { ...(await store.findApp(tx, organizationId, id))!, client_secret: made?.secret ?? null }
  })
}

/** Addresses that are left out are none from now on, also for people who are just deciding. @throws AppError `app_not_found` */
export function updateApp(
  ctx: PlatformContext,
  { organizationId }: OrganizationScope,
  id: string,
  { name, redirect_uris: redirectUris }: AppInput,
  audit: Audit,
): Promise<App> {
  return ctx.database.transaction(async (tx) => {
    const before = await findApp(tx, organizationId, id)
    await store.updateApp(tx, id, name, redirectUris)
    const changes = { name, redirect_uris: redirectUris }
    await audit(tx, { organizationId, details: { id, ...changes, before: { name: before.name, redirect_uris: before.redirect_uris } } })
    return findApp(tx, organizationId, id)
  })
}

/** @throws AppError `app_not_found`, `app_is_public` */
export function rotateSecret(ctx: PlatformContext, { organizationId }: OrganizationScope, id: string, audit: Audit): Promise<AppWithSecret> {
  const made = makeSecret(ctx.random)
  return ctx.database.transaction(async (tx) => {
    const { name, is_confidential: isConfidential } = await findApp(tx, organizationId, id)
    if (!isConfidential) throw new AppError('app_is_public', { id }, { message: 'The application is public and has no secret' })
    await store.setSecret(tx, id, made)
    await audit(tx, { organizationId, details: { id, name, hint: made.hint } })
    return { ...(await findApp(tx, organizationId, id)), client_secret: made.secret }
  })
}

/** @throws AppError `app_not_found` */
export function removeApp(ctx: PlatformContext, { organizationId }: OrganizationScope, id: string, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { name, user_count: users } = await findApp(tx, organizationId, id)
    await store.deleteApp(tx, id)
    await audit(tx, { organizationId, details: { id, name, users } })
    return undefined
  })
}

async function findApp(tx: Transaction, organizationId: string, id: string): Promise<App> {
  const app = isId(id) ? await store.findApp(tx, organizationId, id) : undefined
  if (!app) throw new AppError('app_not_found', { id })
  return app
}

function makeSecret(random: Random): store.Secret & { readonly secret: string } {
  const secret = secretPrefix + newSecret(random)
  return { secret, hash: hashToken(secret), hint: secret.slice(-4) }
}
