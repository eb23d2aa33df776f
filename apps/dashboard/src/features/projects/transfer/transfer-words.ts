import { moneyText } from '@colonnade/contracts/billing/prices'
import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** What goes with a project to the other organization, a line each. */
export function goesAlong({ branch_count, replica_count, backup_count, addons, currency, to }: ProjectTransferPreview): string[] {
  const parts = [
    ...(branch_count > 0 ? [counted(branch_count, 'branch', 'branches')] : []),
    ...(replica_count > 0 ? [counted(replica_count, 'read replica')] : []),
    ...(backup_count > 0 ? [counted(backup_count, 'backup')] : []),
  ]
  const priced = addons.map(({ project_name: project, name, monthly_cents: cents }) =>
    to.plan === 'free' ? `${project}: ${name}` : `${project}: ${name}, ${moneyText(cents, currency)} a month there`,
  )
  return [
    'Its data, keys, passwords and addresses, which stay the same',
    ...(parts.length > 0 ? [parts.join(', ')] : []),
    ...priced,
    ...(to.managed_by === null ? [] : [`What it uses from then on is billed by ${to.managed_by}, which manages ${to.name}`]),
  ]
}

/** What does not go with it, a line each. */
export function staysBehind(preview: ProjectTransferPreview, from: string): string[] {
  const { losing_count: losing, project_role_count: roles, private_snippet_count: snippets, losses } = preview
  return [
    ...(losing > 0 ? [`${counted(losing, 'person loses', 'people lose')} it, as they are not in ${preview.to.name}, or see no projects there`] : []),
    ...(roles > 0 ? [`${counted(roles, 'role that was given', 'roles that were given')} in this project alone ${roles === 1 ? 'ends' : 'end'}`] : []),
    ...(snippets > 0
      ? [
          `${counted(snippets, 'private snippet')} of people who lose it ${snippets === 1 ? 'is' : 'are'} kept, and seen by nobody until they have it again`,
        ]
      : []),
    `Webhooks, OAuth apps and access tokens of ${from} do not reach it any more`,
    `What it used until then stays on the bills of ${from}, and so does its audit log`,
    ...losses,
  ]
}

/** Who has it there, and does not now. */
export function gainingText({ gaining_count: count, to }: ProjectTransferPreview): string {
  return `${counted(count, 'person', 'people')} of ${to.name} ${count === 1 ? 'gets' : 'get'} it, with the role that they have there.`
}
