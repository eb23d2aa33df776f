import type { Room } from '../../kernel/room.ts'
import type { HasLogs } from './installation/log-ring.ts'
import type { HasRelease } from './installation/releases.ts'
import type { HasMailer } from './mails/mailer.ts'
import { healthRoutes } from './health/routes.ts'
import { installationRoutes } from './installation/routes.ts'
import { mailRoutes } from './mails/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { supportTicketRoutes } from './support-tickets/routes.ts'
import { sweepAttachments } from './feedback/attachments.ts'
import { forgetLinks } from './mails/links.ts'
import { housekeepingMs } from '../../kernel/limits.ts'

export type InstallationParts = HasLogs & HasRelease & HasMailer

export const installationRoom: Room<InstallationParts> = {
  name: 'installation',
  routes: [
    ...healthRoutes,
    ...installationRoutes,
    ...mailRoutes,
    ...documentRoutes,
    ...notificationRoutes,
    ...feedbackRoutes,
    ...supportTicketRoutes,
  ],
  chores: [
    { name: 'sweepAttachments', everyMs: housekeepingMs, work: sweepAttachments },
    { name: 'forgetLinks', everyMs: housekeepingMs, work: ({ database }) => forgetLinks(database) },
  ],
  workers: ({ mailer }) => [{ name: 'mailer', start: () => mailer.start(), close: () => mailer.close() }],
}
