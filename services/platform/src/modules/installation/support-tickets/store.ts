import type { Ticket, TicketCategory, TicketSeverity, TicketStatus } from '@colonnade/contracts/installation/support-tickets'
import { isoTime, type Queryable } from '@colonnade/pg'
import { empty, type Fragment, join, sql } from '@colonnade/sql'
import type { PageWanted } from '../../../kernel/page.ts'
import type { Actor } from '../../../kernel/serve.ts'
import type { Subject } from '../../../kernel/subject.ts'

export interface TicketFilter extends PageWanted {
  readonly whose: 'mine' | 'all'
  readonly status?: readonly TicketStatus[] | undefined
}

/** Tickets that a person may see. */
function visible({ userId, isInstallationOwner }: Actor): Fragment {
  return isInstallationOwner ? sql`true` : sql`t.user_id = ${userId}`
}

function select({ userId }: Actor): Fragment {
  return sql`
    select t.id, t.number, t.status, t.category, t.severity, t.subject, t.message, t.error, t.pathname, t.project_ref, p.name as project_name,
      o.slug as organization_slug, jsonb_build_object('username', u.username, 'primary_email', u.email) as author,
      t.user_id = ${userId} as is_mine, t.reply, ${isoTime('t', 'inserted_at')} as inserted_at, ${isoTime('t', 'closed_at')} as closed_at,
      t.user_id
    from support_tickets t join users u on u.id = t.user_id
      left join projects p on p.ref = t.project_ref left join organizations o on o.id = t.organization_id`
}

type TicketRow = Ticket & { readonly user_id: string }

export async function listTickets(db: Queryable, actor: Actor, { whose, status, offset, limit }: TicketFilter): Promise<Ticket[]> {
  const among = status === undefined || status.length === 0 ? empty : sql`and t.status = any(${status})`
  const wanted = visible(whose === 'mine' ? { ...actor, isInstallationOwner: false } : actor)
  const rows = await db.rows<TicketRow>(sql`
    ${select(actor)} where ${wanted} ${among} order by t.number desc limit ${limit} offset ${offset}`)
  return rows.map((row) => fromRow(row).ticket)
}

/** A ticket that the person may see, and whose it is. */
export async function findTicket(db: Queryable, actor: Actor, id: string): Promise<{ ticket: Ticket; userId: string } | undefined> {
  const row = await db.first<TicketRow>(sql`${select(actor)} where t.id = ${id} and ${visible(actor)}`)
  return row && fromRow(row)
}

/** Holds a ticket that the person may see until the transaction ends; undefined when there is none. */
export async function lockTicket(db: Queryable, actor: Actor, id: string): Promise<{ status: TicketStatus } | undefined> {
  return db.first(sql`select t.status from support_tickets t where t.id = ${id} and ${visible(actor)} for update`)
}

export interface NewTicket extends Subject {
  readonly userId: string
  readonly category: TicketCategory
  readonly severity: TicketSeverity
  readonly subject: string
  readonly message: string
  readonly error: string | null
  readonly pathname: string | null
}

export async function insertTicket(db: Queryable, ticket: NewTicket): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into support_tickets (user_id, category, severity, subject, message, error, pathname, organization_id, project_ref)
    values (${ticket.userId}, ${ticket.category}, ${ticket.severity}, ${ticket.subject}, ${ticket.message}, ${ticket.error}, ${ticket.pathname},
      ${ticket.organizationId}, ${ticket.projectRef})
    returning id`)
  return row!.id
}

export async function updateTicket(
  db: Queryable,
  id: string,
  change: { status?: TicketStatus | undefined; reply?: string | undefined },
): Promise<void> {
  const assignments: Fragment[] = []
  if (change.status !== undefined) {
    const closedAt = change.status === 'closed' ? sql`coalesce(closed_at, now())` : sql`null`
    assignments.push(sql`status = ${change.status}`, sql`closed_at = ${closedAt}`)
  }
  if (change.reply !== undefined) assignments.push(sql`reply = ${change.reply}`)
  await db.run(sql`update support_tickets set ${join(assignments)} where id = ${id}`)
}

function fromRow({ user_id: userId, ...ticket }: TicketRow): { ticket: Ticket; userId: string } {
  return { ticket, userId }
}
