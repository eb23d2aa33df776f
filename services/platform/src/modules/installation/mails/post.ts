import type { MailContent } from '@colonnade/contracts/installation/mails'
import { newId } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { mailExpirySeconds } from '../../../kernel/limits.ts'
import * as store from './store.ts'

/** A mail to one address. */
export interface NewMail {
  /** A validated address, from the contract's `Email`. */
  readonly to: string
  readonly kind:
    | 'invitation'
    | 'password_reset'
    | 'password_changed'
    | 'sign_up'
    | 'account_exists'
    | 'billing'
    | 'security'
    | 'transfer'
    | 'membership'
    | 'account_deleted'
    | 'test'
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The mail's button; `path` is one of the dashboard, for example `/sign-in`. */
  readonly action?: { readonly label: string; readonly path: string }
  /** Seconds after which the mail is outdated and no longer sent. */
  readonly usefulSeconds?: number
}

/** Dependencies to queue a mail. */
export type Post = Pick<PlatformContext, 'config' | 'secrets' | 'random'>

/** Queues a mail in the transaction of its cause, so that it's sent after the commit only. Returns its ID. */
export async function postMail(ctx: Post, tx: Transaction, mail: NewMail): Promise<string> {
  const id = newId(ctx.random)
  const content: MailContent = { paragraphs: [...mail.paragraphs], action: mail.action ?? null }
  await store.insertMail(tx, {
    id,
    kind: mail.kind,
    recipient: mail.to,
    // a line break would start another header (RFC 5322, 2.2)
    subject: mail.subject.replaceAll(/\s+/g, ' '),
    sealedContent: ctx.secrets.seal(JSON.stringify(content), contentPlace(id)),
    state: ctx.config.mail.transport === 'inbox' ? 'kept' : 'waiting',
    usefulSeconds: mail.usefulSeconds ?? mailExpirySeconds,
  })
  return id
}

/** Context that the content is sealed for, in `secrets`. */
export const contentPlace = (id: string): string => `mails.sealed_content.${id}`
