import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'

/** Maximum length of feedback and support messages, in characters. */
export const messageMaxLength = 10_000
/** Maximum body size of such calls in bytes. Large enough to report that a message is too long. */
export const messageBodyMaxBytes = 2 * 1024 * 1024
/** Maximum size of a screenshot, in bytes. */
export const screenshotMaxBytes = 10 * 1024 * 1024
/** Lifetime of a screenshot link (spec §7), in seconds. */
export const attachmentLinkSeconds = 31_536_000

/** Feedback from the widget (spec §3). */
export const FeedbackInput = z.object({
  message: Text(messageMaxLength).trim().min(1, 'Please include a message in your feedback.'),
  category: z.literal('Feedback').default('Feedback'),
  tags: z.array(Text(100)).max(20).default([]),
  projectRef: z.string().max(40).optional(),
  organizationSlug: z.string().max(48).optional(),
  pathname: Text(2_000).optional(),
  /** Name of an attachment that the sender has uploaded. */
  screenshot: Text(100).optional(),
})

/** Feedback, for the installation's owner. */
export const Feedback = z.object({
  id: z.uuid(),
  message: z.string(),
  category: z.literal('Feedback'),
  tags: z.array(z.string()),
  project_ref: z.string().nullable(),
  organization_slug: z.string().nullable(),
  pathname: z.string().nullable(),
  /** Signed link to the screenshot. */
  screenshot_url: z.string().nullable(),
  author: z.object({ username: z.string(), primary_email: z.string() }),
  inserted_at: Timestamp,
})
export type Feedback = z.infer<typeof Feedback>

/** A file in the bucket feedback-attachments (spec §7). */
export const Attachment = z.object({
  name: z.string(),
  /** Signed path, valid until `expires_at`. Anyone with the path can read the file. */
  url: z.string(),
  expires_at: Timestamp,
})
export type Attachment = z.infer<typeof Attachment>

export const feedback = resource('/platform/feedback', {
  send: post('/send', {
    summary: 'Send feedback to the owner of the installation',
    auth: 'user',
    rate: 'message',
    audit: 'feedback.sent',
    body: FeedbackInput,
    bodyLimitBytes: messageBodyMaxBytes,
    reply: z.object({ id: z.uuid() }),
    status: 201,
    errors: ['attachment_not_found', 'project_not_found', 'organization_not_found'],
  }),
  list: get('/', {
    summary: 'List feedback, newest first',
    auth: 'owner',
    query: z.object({ offset: QueryInteger.min(0).default(0), limit: QueryInteger.min(1).max(100).default(20) }),
    reply: page(Feedback),
  }),
  attach: post('/attachments', {
    summary: 'Upload a screenshot (PNG) to the bucket feedback-attachments',
    auth: 'user',
    upload: 'image/png',
    bodyLimitBytes: screenshotMaxBytes,
    reply: Attachment,
    status: 201,
    errors: ['attachment_not_png', 'storage_full', 'storage_read_only'],
  }),
  attachment: get('/attachments/{name}', {
    summary: 'Download a screenshot by its signed link',
    auth: 'public',
    query: z.object({ expires: QueryInteger, signature: z.string().max(200) }),
    download: 'image/png',
    reply: z.instanceof(Uint8Array),
    errors: ['attachment_not_found', 'link_invalid'],
  }),
})
