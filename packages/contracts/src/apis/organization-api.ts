import { auditLog } from '../organizations/audit-log.ts'
import { invitationLinks, invitations } from '../organizations/invitations.ts'
import { members } from '../organizations/members.ts'

/** What only the pages about an organization's people call: no page of a project loads it. */
export const organizationApi = { members, invitations, invitationLinks, auditLog } as const
