import type { Room } from '../../kernel/room.ts'
import type { HasStoredFiles } from '../copies/stored-files/stored-files.ts'
import type { HasCalls } from './usage/collecting/call-counts.ts'
import type { HasFileCounts } from './usage/collecting/file-counts.ts'
import type { HasRealtimeCounts } from './usage/collecting/realtime-counts.ts'
import type { HasWebhookSender } from './webhooks/sender.ts'
import { mountOauth } from './apps/protocol.ts'
import { appRoutes } from './apps/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { organizationRoleRoutes } from './organization-roles/routes.ts'
import { organizationTransferRoutes } from './organization-transfers/routes.ts'
import { organizationRemovalRoutes } from './organization-removals/routes.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { usageRoutes } from './usage/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { forgetEndedApps } from './apps/grants.ts'
import { forgetDeliveries } from './webhooks/deliveries.ts'
import { forgetInvitations } from './invitations/service.ts'
import { collectUsage, pruneUsage } from './usage/collecting/collect.ts'
import { housekeepingMs, usageLookMs } from '../../kernel/limits.ts'

export type OrganizationsParts = HasCalls & HasFileCounts & HasRealtimeCounts & HasStoredFiles & HasWebhookSender

export const organizationsRoom: Room<OrganizationsParts> = {
  name: 'organizations',
  routes: [
    ...appRoutes,
    ...webhookRoutes,
    ...organizationRoutes,
    ...organizationRoleRoutes,
    ...organizationTransferRoutes,
    ...organizationRemovalRoutes,
    ...auditLogRoutes,
    ...memberRoutes,
    ...usageRoutes,
    ...invitationRoutes,
  ],
  chores: [
    { name: 'forgetEndedApps', everyMs: housekeepingMs, work: forgetEndedApps },
    { name: 'forgetDeliveries', everyMs: housekeepingMs, work: forgetDeliveries },
    { name: 'forgetInvitations', everyMs: housekeepingMs, work: forgetInvitations },
    { name: 'collectUsage', everyMs: usageLookMs, work: collectUsage },
    { name: 'pruneUsage', everyMs: housekeepingMs, work: pruneUsage },
  ],
  workers: ({ webhookSender }) => [{ name: 'webhook sender', start: () => webhookSender.start(), close: () => webhookSender.close() }],
  mount: mountOauth,
}
