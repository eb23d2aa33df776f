import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { newestPage, newestQuery, Timestamp } from '../foundation/values.ts'

/**
 * Mail delivery. `smtp`: through the configured server. `inbox`: not sent; the owner of this local installation reads mails here. `none`: no mail
 * server and no inbox, because in an installation on a network, anyone who reads the inbox could sign in as others.
 */
export const mailTransports = ['smtp', 'inbox', 'none'] as const
export type MailTransport = (typeof mailTransports)[number]

/** `waiting`: queued for the mail server; `kept`: stored in the inbox; `failed`: rejected permanently, or retried until its link expired. */
export const mailStates = ['waiting', 'sent', 'kept', 'failed'] as const

export const Mail = z.object({
  id: z.uuid(),
  number: z.number().int(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** Number of delivery attempts. */
  attempts: z.number().int(),
  /** The mail server's last response. */
  problem: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
})
export type Mail = z.infer<typeof Mail>

/** Content of a mail. `path` is a dashboard path; the sent mail adds the installation's URL before it. */
export const MailContent = z.object({
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), path: z.string() }).nullable(),
})
export type MailContent = z.infer<typeof MailContent>

export const MailPage = newestPage(Mail).extend({
  transport: z.enum(mailTransports),
  /** Sender address; null if mail is not sent. */
  sender: z.string().nullable(),
})
export type MailPage = z.infer<typeof MailPage>

export const mails = resource('/platform/installation/mails', {
  list: get('/', {
    summary: 'List mails of this installation, newest first, without their content',
    auth: 'owner',
    query: newestQuery(25),
    reply: MailPage,
  }),
  retrieve: get('/{id}', {
    summary: 'Retrieve the content of a mail in the inbox of a local installation',
    auth: 'owner',
    reply: MailContent,
    errors: ['mail_not_found'],
  }),
  test: post('/test', {
    summary: 'Send yourself a test mail',
    auth: 'owner',
    rate: 'message',
    audit: 'mail.tested',
    reply: Mail,
    status: 202,
    errors: ['mail_not_configured'],
  }),
})
