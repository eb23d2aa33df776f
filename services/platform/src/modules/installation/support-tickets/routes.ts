import { supportTickets } from '@colonnade/contracts/installation/support-tickets'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const supportTicketRoutes = [
  serve(supportTickets.list, ({ ctx, actor, query }) => service.listTickets(ctx, actor, query)),
  serve(supportTickets.create, ({ ctx, actor, body, audit }) => service.createTicket(ctx, actor, body, audit)),
  serve(supportTickets.update, ({ ctx, actor, params, body, audit }) => service.updateTicket(ctx, actor, params.id, body, audit)),
]
