import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { newestPage, newestQuery, Timestamp } from '../foundation/values.ts'

/**
 * Where mail goes. `smtp`: to the configured server. `inbox`: nowhere; the owner of this local installation reads it here. `none`: there is no
 * server, and people reach the installation over a network, so whoever read their mail here could enter as them.
 */
export const mailTransports = ['smtp', 'inbox', 'none'] as const
export type MailTransport = (typeof mailTransports)[number]

/** `waiting`: sent as soon as the server takes it; `kept`: for the inbox; `failed`: refused for good, or tried until it was of no use any more. */
export const mailStates = ['waiting', 'sent', 'kept', 'failed'] as const

export const Mail = z.object({
  id: z.uuid(),
  number: z.number().int(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** Of sending. */
  attempts: z.number().int(),
  /** What the server said last. */
  problem: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
})
export type Mail = z.infer<typeof Mail>

/** What somebody is told. `path` is one of the dashboard's; the address of the installation stands before it in what is sent. */
export const MailContent = z.object({
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), path: z.string() }).nullable(),
})
export type MailContent = z.infer<typeof MailContent>

export const MailPage = newestPage(Mail).extend({
  transport: z.enum(mailTransports),
  /** What mail is sent from; null where none is. */
  sender: z.string().nullable(),
})
export type MailPage = z.infer<typeof MailPage>

export const mails = resource('/platform/installation/mails', {
  list: get('/', {
    summary: 'Mail of this installation, newest first, without what it says',
    auth: 'owner',
    query: newestQuery(25),
    reply: MailPage,
  }),
  retrieve: get('/{id}', {
    summary: 'What a kept mail says; only in the inbox of a local installation',
    auth: 'owner',
    reply: MailContent,
    errors: ['mail_not_found'],
  }),
  test: post('/test', {
    summary: 'Send a test to oneself',
    auth: 'owner',
    rate: 'message',
    audit: 'mail.tested',
    reply: Mail,
    status: 202,
    errors: ['mail_not_configured'],
  }),
})
