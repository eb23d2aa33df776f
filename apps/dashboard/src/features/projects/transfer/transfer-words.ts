import { moneyText } from '@colonnade/contracts/billing/prices'
import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'
import { transferWordsCopy } from './messages.ts'

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Returns what moves with a project to the other organization, one line each. */
export function goesAlong({ branch_count, replica_count, backup_count, addons, currency, to }: ProjectTransferPreview): string[] {
  const parts = [
    ...(branch_count > 0 ? [counted(branch_count, 'branch', 'branches')] : []),
    ...(replica_count > 0 ? [counted(replica_count, 'read replica')] : []),
    ...(backup_count > 0 ? [counted(backup_count, 'backup')] : []),
  ]
  const priced = addons.map(({ project_name: project, name, monthly_cents: cents }) =>
    to.plan === 'free' ? `${project}: ${name}` : transferWordsCopy.monthNewOrganization(project, name, moneyText(cents, currency)),
  )
  return [
    transferWordsCopy.dataKeysPasswordsURLs,
    ...(parts.length > 0 ? [parts.join(', ')] : []),
    ...priced,
    ...(to.managed_by === null ? [] : [transferWordsCopy.billingNewUsageWhich(to.managed_by, to.name)]),
  ]
}

/** Returns what doesn't move with it, one line each. */
export function staysBehind(preview: ProjectTransferPreview, from: string): string[] {
  const { losing_count: losing, project_role_count: roles, private_snippet_count: snippets, losses } = preview
  return [
    ...(losing > 0 ? [transferWordsCopy.people(losing, preview.to.name)] : []),
    ...(roles > 0 ? [transferWordsCopy.projectRoles(roles)] : []),
    ...(snippets > 0 ? [transferWordsCopy.peopleWhoLoseAccess(snippets)] : []),
    transferWordsCopy.accessWebhooksOAuthApps(from),
    transferWordsCopy.usageSoFarAudit(from),
    ...losses,
  ]
}

/** Returns how many people get access in the other organization. */
export function gainingText({ gaining_count: count, to }: ProjectTransferPreview): string {
  return transferWordsCopy.accessRoleTheyHave(count, to.name)
}
