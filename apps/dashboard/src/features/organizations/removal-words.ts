import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'

/** "1 member", "3 members" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** What a project has that goes with it. */
export function holdings(project: OrganizationRemoval['projects'][number]): string[] {
  return listed([
    [project.backup_count, 'backup'],
    [project.branch_count, 'branch', 'branches'],
    [project.replica_count, 'read replica'],
  ])
}

/** What goes with the organization itself. */
export function goesAlong(removal: OrganizationRemoval): string[] {
  const others = removal.member_count - 1
  return [
    others > 0 ? `your access and that of ${counted(others, 'other member')}` : 'your access, which nobody else has',
    ...listed([
      [removal.invitation_count, 'open invitation'],
      [removal.role_count, 'role of its own', 'roles of its own'],
      [removal.access_token_count, 'access token'],
      [removal.app_count, 'OAuth app', 'OAuth apps, for everybody who authorized them'],
      [removal.webhook_count, 'webhook'],
      [removal.accepted_document_count, 'accepted document'],
    ]),
  ]
}

function listed(counts: readonly (readonly [count: number, one: string, many?: string])[]): string[] {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => (count > 1 && many !== undefined ? `${count} ${many}` : counted(count, one)))
}
