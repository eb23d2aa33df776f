import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import { removedText } from './messages.ts'

/** Returns what a project has that is deleted with it: "2 backups". */
export function holdings(project: OrganizationRemoval['projects'][number]): string[] {
  return listed([
    [project.backup_count, removedText.backups],
    [project.branch_count, removedText.branches],
    [project.replica_count, removedText.replicas],
  ])
}

/** Returns what is deleted with the organization itself: "1 access token". */
export function goesAlong(removal: OrganizationRemoval): string[] {
  return [
    removedText.access(removal.member_count - 1),
    ...listed([
      [removal.invitation_count, removedText.invitations],
      [removal.role_count, removedText.roles],
      [removal.access_token_count, removedText.tokens],
      [removal.app_count, removedText.apps],
      [removal.webhook_count, removedText.webhooks],
      [removal.accepted_document_count, removedText.documents],
    ]),
  ]
}

function listed(counts: readonly (readonly [count: number, textOf: (count: number) => string])[]): string[] {
  return counts.filter(([count]) => count > 0).map(([count, textOf]) => textOf(count))
}
