import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { newestPage, newestQuery, Nothing, Timestamp } from '../foundation/values.ts'

/** The kinds of events a webhook can subscribe to: the first part of their names. `health` covers events of the servers. */
export const webhookKinds = ['project', 'health', 'backup', 'branch', 'replica', 'member', 'invitation', 'organization', 'document', 'app'] as const
export const WebhookKind = z.enum(webhookKinds)
export type WebhookKind = z.infer<typeof WebhookKind>

/** Most webhooks of an organization. */
export const webhooksMax = 20

export const WebhookUrl = z
  .string()
  .trim()
  .max(2_000, 'Use at most 2,000 characters')
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'Enter a URL that starts with https://')
  .refine((text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''), 'Remove the user name and password')

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  kinds: z.array(WebhookKind),
  is_paused: z.boolean(),
  /** Why it paused automatically; null when a person paused it. */
  pause_reason: z.string().nullable(),
  created_at: Timestamp,
  /** Outcome of the last delivery; null before the first. */
  last_delivery: z.object({ state: z.enum(['waiting', 'delivered', 'failed']), attempted_at: Timestamp.nullable() }).nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** A webhook with its signing secret (Standard Webhooks), which is shown only once. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookDelivery = z.object({
  /** The `webhook-id` header, the same in each attempt. */
  id: z.uuid(),
  number: z.number().int(),
  /** Such as `project.created`. */
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  created_at: Timestamp,
  /** Time of the next attempt, if waiting. */
  next_attempt_at: Timestamp.nullable(),
  attempted_at: Timestamp.nullable(),
  duration_ms: z.number().int().nullable(),
  /** Status of the last response. */
  status: z.number().int().nullable(),
  answer: z.string().nullable(),
  problem: z.string().nullable(),
  /** The JSON payload. */
  payload: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Kinds = z
  .array(WebhookKind)
  .min(1, 'Choose at least one event')
  .transform((kinds) => [...new Set(kinds)])

const manage = { auth: 'user', permission: 'organization:update' } as const
const write = { ...manage, tokens: 'none' } as const

/** URLs that receive events of an organization. */
export const webhooks = resource('/platform/organizations/{slug}/webhooks', {
  list: get('/', { ...manage, summary: 'List webhooks', reply: z.array(Webhook) }),
  create: post('/', {
    ...write,
    summary: 'Create a webhook. Only this response shows the signing secret',
    audit: 'webhook.created',
    body: z.object({ url: WebhookUrl, kinds: Kinds }),
    reply: WebhookWithSecret,
    status: 201,
    errors: ['webhook_address_refused', 'too_many_webhooks'],
  }),
  update: patch('/{id}', {
    ...write,
    summary: 'Update the URL or events of a webhook, or pause or resume it',
    audit: 'webhook.updated',
    body: z.object({ url: WebhookUrl, kinds: Kinds, is_paused: z.boolean() }).partial(),
    reply: Webhook,
    errors: ['webhook_not_found', 'webhook_address_refused'],
  }),
  rotateSecret: post('/{id}/secret', {
    ...write,
    summary: 'Rotate the signing secret. The old secret also signs for another 24 hours',
    audit: 'webhook.secret_rotated',
    reply: WebhookWithSecret,
    errors: ['webhook_not_found'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Delete a webhook and its log',
    audit: 'webhook.removed',
    reply: Nothing,
    status: 204,
    errors: ['webhook_not_found'],
  }),
  test: post('/{id}/test', {
    ...write,
    summary: 'Send a test event',
    rate: 'message',
    audit: 'webhook.tested',
    reply: Nothing,
    status: 204,
    errors: ['webhook_not_found'],
  }),
  listDeliveries: get('/{id}/deliveries', {
    ...manage,
    summary: 'List deliveries with their responses, newest first',
    query: newestQuery(25),
    reply: newestPage(WebhookDelivery),
    errors: ['webhook_not_found'],
  }),
  resend: post('/{id}/deliveries/{delivery}/resend', {
    ...write,
    summary: 'Redeliver an event at once',
    rate: 'message',
    audit: 'webhook.resent',
    reply: Nothing,
    status: 204,
    errors: ['webhook_not_found'],
  }),
})
