import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'
import type { Project } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { authorizeOrganization } from '../../../policy.ts'
import type { Actor, OrganizationScope, ProjectScope } from '../../../kernel/serve.ts'
import { planChange } from '../../billing/billing/plan-changes.ts'
import { addonsOf } from '../../billing/billing/service.ts'
import { listExtrasOf, requireBilling } from '../../billing/billing/store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { postMail } from '../../installation/mails/post.ts'
import { insertForPermissionIn } from '../../installation/notifications/store.ts'
import { uniqueName } from '../projects/service.ts'
import { retrieveProject } from '../projects/store.ts'
import { listPermissions } from '../../data/queries/rights.ts'
import * as store from './store.ts'
import { transferRefusals } from './transfer-refusals.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export interface TransferInput {
  readonly organization_slug: string
}

/** @throws AppError `organization_not_found`, `forbidden`, `two_factor_required` as the other organization answers */
export async function previewTransfer(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  { organization_slug: slug }: TransferInput,
): Promise<ProjectTransferPreview> {
  const { organizationId: toId } = await openTarget(ctx.database, actor, slug)
  return preview(ctx, ctx.database, scope, toId)
}

/**
 * Transfers the project and its branches in one transaction, without restarts. Permissions and limits are checked again under the locks of both
 * organizations and of the project, because they may have changed since the call was authorized.
 *
 * @throws AppError `project_not_transferable` with the `refusals`, `project_not_found` after another transfer or a delete, and as `previewTransfer`
 */
export function transferProject(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  { organization_slug: slug }: TransferInput,
  audit: Audit,
): Promise<Project> {
  const { ref, organizationId: fromId, name } = scope
  return uniqueName(name, async () => {
    const { organizationId: toId } = await openTarget(ctx.database, actor, slug)
    return ctx.database.transaction(async (tx) => {
      await store.lockOrganizations(tx, [fromId, toId])
      // an organization re-created under the same slug is a different one
      if ((await openTarget(tx, actor, slug)).organizationId !== toId) throw new AppError('organization_not_found', { slug })
      await requireProject(tx, actor, scope)
      const { to, refusals } = await preview(ctx, tx, scope, toId)
      if (refusals.length > 0) throw new AppError('project_not_transferable', { refusals }, { message: refusals.join(' ') })
      const from = await requireBilling(tx, fromId)
      const details = { name, from: from.slug, from_name: from.name, to: to.slug, to_name: to.name }
      await audit(tx, { organizationId: fromId, projectRef: ref, details })
      await store.moveProject(tx, ref, toId)
      await audit(tx, { organizationId: toId, projectRef: ref, details })
      await notifyTransfer(ctx, tx, actor, { ref, name, fromId, toId, from, to })
      return retrieveProject(tx, ref)
    })
  })
}

function openTarget(db: Queryable, actor: Actor, slug: string): Promise<OrganizationScope> {
  return authorizeOrganization(db, actor, { permission: 'projects:create' }, slug)
}

/** Locks the project. @throws AppError `project_not_found`, `forbidden` for a member who can no longer delete it */
async function requireProject(tx: Transaction, actor: Actor, { ref, organizationId }: ProjectScope): Promise<void> {
  const isThere = (await store.lockProject(tx, ref)) === organizationId
  const permissions = isThere ? await listPermissions(tx, ref, actor) : []
  if (permissions.length === 0) throw new AppError('project_not_found', { ref })
  if (isAllowed(permissions, 'projects:delete')) return
  throw new AppError('forbidden', { permission: 'projects:delete' }, { message: messages.roleChanged })
}

async function preview(ctx: PlatformContext, db: Queryable, { ref, organizationId }: ProjectScope, toId: string): Promise<ProjectTransferPreview> {
  const from = await requireBilling(db, organizationId)
  const { name, slug, plan, managed_by } = await requireBilling(db, toId)
  const projects = await listExtrasOf(db, ref)
  // limits of an organization as a whole don’t depend on one project
  const change = planChange({ plan: from.plan, usage_billing_enabled: false, projects, used: {} }, plan)
  const {
    status,
    is_there,
    is_branch,
    is_restoring,
    is_promoting,
    is_name_taken,
    name: project,
    ...counts
  } = await store.findSituation(db, ref, toId)
  const situation = { name: project, status, is_there, is_branch, is_restoring, is_promoting, is_name_taken }
  return {
    to: { slug, name, plan, managed_by },
    refusals: transferRefusals(
      situation,
      name,
      change.refusals.map(({ text }) => text),
    ),
    losses: from.plan === plan ? [] : change.losses,
    ...counts,
    // the Free plan bills nothing
    addons: projects.flatMap(addonsOf).map((addon) => (plan === 'free' ? { ...addon, monthly_cents: 0 } : addon)),
    currency: ctx.config.currency,
  }
}

interface Move {
  readonly ref: string
  readonly name: string
  readonly fromId: string
  readonly toId: string
  readonly from: { readonly name: string; readonly slug: string }
  readonly to: { readonly name: string; readonly slug: string }
}

/** Notifies those who manage projects in both organizations. Owners also get a mail, because billing changes. */
async function notifyTransfer(ctx: PlatformContext, tx: Transaction, { userId }: Actor, { ref, name, fromId, toId, from, to }: Move): Promise<void> {
  const who = await store.findUsername(tx, userId)
  await insertForPermissionIn(tx, fromId, 'projects:delete', {
    actingUserId: userId,
    priority: 'Info',
    title: messages.sent.title(name, to.name),
    message: messages.sent.message(who, from.name),
    actions: [],
  })
  await insertForPermissionIn(tx, toId, 'projects:delete', {
    actingUserId: userId,
    projectRef: ref,
    priority: 'Info',
    title: messages.received.title(name, from.name),
    message: messages.received.message(who, to.name),
    actions: [{ label: messages.openProject, action_type: 'open_project' }],
  })
  for (const { email, is_there: isThere } of await store.listOtherOwners(tx, [fromId, toId], userId)) {
    const { slug } = isThere ? to : from
    await postMail(ctx, tx, {
      to: email,
      kind: 'transfer',
      subject: messages.mail.subject(name, from.name, to.name),
      paragraphs: messages.mail.paragraphs(who, name, from.name, to.name),
      action: { label: messages.mail.action(isThere ? to.name : from.name), path: paths.projects(slug) },
    })
  }
}
