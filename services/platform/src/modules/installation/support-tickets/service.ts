import type { Output } from '@colonnade/contracts/foundation/endpoint'
import type { NotificationPriority } from '@colonnade/contracts/installation/notifications'
import type { Ticket, TicketChange, TicketInput, TicketSeverity } from '@colonnade/contracts/installation/support-tickets'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { z } from 'zod'
import type { PlatformContext } from '../../../kernel/context.ts'
import { readPage } from '../../../kernel/page.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { findSubject } from '../../../kernel/subject.ts'
import { insertForOwner, insertForUser } from '../notifications/store.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

const priorityOf: Readonly<Record<TicketSeverity, NotificationPriority>> = { Low: 'Info', Normal: 'Info', High: 'Warning', Urgent: 'Critical' }

/** Returns a page of the caller's tickets, newest first; all tickets for the owner of the installation. */
export function listTickets(
  ctx: PlatformContext,
  actor: Actor,
  filter: store.TicketFilter,
): Promise<{ items: Ticket[]; next_offset: number | null }> {
  return readPage(filter, (wanted) => store.listTickets(ctx.database, actor, wanted))
}

/** Stores a ticket and notifies the owner of the installation. @throws AppError `project_not_found`, `organization_not_found` */
export function createTicket(ctx: PlatformContext, actor: Actor, input: Output<typeof TicketInput>, audit: Audit): Promise<Ticket> {
  return ctx.database.transaction(async (tx) => {
    const subject = await findSubject(tx, actor, { projectRef: input.project_ref, organizationSlug: input.organization_slug })
    const id = await store.insertTicket(tx, {
      ...subject,
      userId: actor.userId,
      category: input.category,
      severity: input.severity,
      subject: input.subject,
      message: input.message,
      error: input.error ?? null,
      pathname: input.pathname ?? null,
    })
    const { ticket } = (await store.findTicket(tx, actor, id))!
    await insertForOwner(tx, actor.userId, {
      priority: priorityOf[ticket.severity],
      title: `New ticket from ${ticket.author.username}`,
      message: `#${ticket.number}: ${ticket.subject}`,
      actions: [{ label: 'Open inbox', action_type: 'open_inbox' }],
    })
    await audit(tx, {
      organizationId: subject.organizationId ?? undefined,
      projectRef: subject.projectRef ?? undefined,
      details: { ticket_id: id, number: ticket.number },
    })
    return ticket
  })
}

/** Updates a ticket and notifies its author of changes by others. @throws AppError `ticket_not_found`, `forbidden` */
export function updateTicket(ctx: PlatformContext, actor: Actor, id: string, change: Output<typeof TicketChange>, audit: Audit): Promise<Ticket> {
  return ctx.database.transaction(async (tx) => {
    const before = z.uuid().safeParse(id).success ? await store.lockTicket(tx, actor, id) : undefined
    if (!before) throw new AppError('ticket_not_found', { id })
    if (change.reply !== undefined && !actor.isInstallationOwner) {
      throw new AppError('forbidden', { owner: true }, { message: 'Only the owner of this installation can answer tickets' })
    }
    await store.updateTicket(tx, id, change)
    const { ticket, userId } = (await store.findTicket(tx, actor, id))!
    const news = [change.reply !== undefined && 'answered', change.status === 'closed' && before.status !== 'closed' && 'closed']
    const told = news.filter((each) => each !== false)
    if (userId !== actor.userId && told.length > 0) {
      await insertForUser(tx, userId, {
        priority: 'Info',
        title: `Your ticket #${ticket.number} was ${told.join(' and ')}`,
        message: ticket.subject,
        actions: [{ label: 'Open tickets', action_type: 'open_tickets' }],
      })
    }
    await audit(tx, {
      details: { ticket_id: id, number: ticket.number, ...(change.status && { status: change.status }), answered: change.reply !== undefined },
    })
    return ticket
  })
}
