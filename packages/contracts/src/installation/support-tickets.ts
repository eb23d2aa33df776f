import { z } from 'zod'
import { get, patch, post, resource } from '../foundation/endpoint.ts'
import { messageBodyMaxBytes, messageMaxLength } from './feedback.ts'
import { commaList, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'

/** Categories of tickets. Contact support opens `dashboard_bug` (spec §2). */
export const ticketCategories = [
  { id: 'problem', name: 'Problem with a project' },
  { id: 'database_unresponsive', name: 'Database not responding' },
  { id: 'performance', name: 'Performance' },
  { id: 'dashboard_bug', name: 'Dashboard bug' },
  { id: 'account', name: 'Sign-in and account' },
  { id: 'billing', name: 'Billing' },
  { id: 'question', name: 'Question' },
] as const
export const TicketCategory = z.enum(ticketCategories.map(({ id }) => id))
export type TicketCategory = z.infer<typeof TicketCategory>

export const ticketSeverities = ['Low', 'Normal', 'High', 'Urgent'] as const
export const TicketSeverity = z.enum(ticketSeverities)
export type TicketSeverity = z.infer<typeof TicketSeverity>

export const ticketStatuses = ['open', 'closed'] as const
export const TicketStatus = z.enum(ticketStatuses)
export type TicketStatus = z.infer<typeof TicketStatus>

export const subjectMaxLength = 200

export const TicketInput = z.object({
  category: TicketCategory,
  severity: TicketSeverity.default('Normal'),
  subject: Text(subjectMaxLength).trim().min(1, 'Enter a subject'),
  message: Text(messageMaxLength).trim().min(1, 'Describe what happened'),
  /** A project of the sender; optional. */
  project_ref: z.string().max(40).optional(),
  organization_slug: z.string().max(48).optional(),
  /** The error message that was shown. */
  error: Text(messageMaxLength).optional(),
  pathname: Text(2_000).optional(),
})

export const TicketChange = z
  .object({ status: TicketStatus.optional(), reply: Text(messageMaxLength).trim().min(1, 'Enter a reply').optional() })
  .refine(({ status, reply }) => status !== undefined || reply !== undefined, 'Enter a status or a reply')

export const Ticket = z.object({
  id: z.uuid(),
  /** Ticket number, starting at 1. */
  number: z.number().int(),
  status: TicketStatus,
  category: TicketCategory,
  severity: TicketSeverity,
  subject: z.string(),
  message: z.string(),
  error: z.string().nullable(),
  pathname: z.string().nullable(),
  project_ref: z.string().nullable(),
  project_name: z.string().nullable(),
  organization_slug: z.string().nullable(),
  author: z.object({ username: z.string(), primary_email: z.string() }),
  is_mine: z.boolean(),
  /** Reply of the installation's owner. */
  reply: z.string().nullable(),
  inserted_at: Timestamp,
  closed_at: Timestamp.nullable(),
})
export type Ticket = z.infer<typeof Ticket>

export const supportTickets = resource('/platform/support-tickets', {
  list: get('/', {
    summary: "List your tickets, newest first. The installation's owner sees all tickets",
    auth: 'user',
    query: z.object({
      /** `mine` excludes tickets of others. Only relevant for the owner of the installation. */
      whose: z.enum(['mine', 'all']).default('all'),
      status: commaList(TicketStatus).optional(),
      offset: QueryInteger.min(0).default(0),
      limit: QueryInteger.min(1).max(100).default(20),
    }),
    reply: page(Ticket),
  }),
  create: post('/', {
    summary: 'Create a support ticket for the owner of the installation',
    auth: 'user',
    rate: 'message',
    audit: 'ticket.created',
    body: TicketInput,
    bodyLimitBytes: messageBodyMaxBytes,
    reply: Ticket,
    status: 201,
    errors: ['project_not_found', 'organization_not_found'],
  }),
  update: patch('/{id}', {
    summary: "Close or reopen your ticket. The installation's owner can update and answer any ticket",
    auth: 'user',
    audit: 'ticket.updated',
    body: TicketChange,
    bodyLimitBytes: messageBodyMaxBytes,
    reply: Ticket,
    errors: ['ticket_not_found', 'forbidden'],
  }),
})
