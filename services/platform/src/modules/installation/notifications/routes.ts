import { notifications } from '@colonnade/contracts/installation/notifications'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const notificationRoutes = [
  serve(notifications.list, ({ ctx, actor, query }) => service.listNotifications(ctx, actor, query)),
  serve(notifications.summary, ({ ctx, actor }) => service.summarizeNotifications(ctx, actor)),
  serve(notifications.events, ({ ctx, actor, request }) => service.streamSummaries(ctx, actor, request)),
  serve(notifications.update, ({ ctx, actor, body }) => service.updateNotifications(ctx, actor, body)),
  serve(notifications.archiveAll, ({ ctx, actor }) => service.archiveNotifications(ctx, actor)),
]
