import { feedback } from '@colonnade/contracts/installation/feedback'
import { serve } from '../../../kernel/serve.ts'
import * as attachments from './attachments.ts'
import * as service from './service.ts'

export const feedbackRoutes = [
  serve(feedback.send, ({ ctx, actor, body, audit }) => service.sendFeedback(ctx, actor, body, audit)),
  serve(feedback.list, ({ ctx, query }) => service.listFeedback(ctx, query)),
  serve(feedback.attach, ({ ctx, actor, body }) => attachments.createAttachment(ctx, actor, body)),
  serve(feedback.attachment, ({ ctx, params, query }) => attachments.readAttachment(ctx, { ...params, ...query })),
]
