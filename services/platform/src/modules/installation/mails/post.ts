import type { MailContent } from '@colonnade/contracts/installation/mails'
import { newId } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { mailExpirySeconds } from '../../../kernel/limits.ts'
import * as store from './store.ts'

/** One letter to one address. */
export interface NewMail {
  /** A checked address, as the contract's `Email` gives it. */
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
  /** The one thing to do; `path` is one of the dashboard's, e.g. `/sign-in`. */
  readonly action?: { readonly label: string; readonly path: string }
  /** Not sent after this many seconds: what it says is of no use then. */
  readonly usefulSeconds?: number
}

/** What writing a letter takes. */
export type Post = Pick<PlatformContext, 'config' | 'secrets' | 'random'>

/** Puts a letter into the outbox, in the transaction of what it tells of: it is sent when that commits, and not before. Returns its id. */
export async function postMail(ctx: Post, tx: Transaction, mail: NewMail): Promise<string> {
  const id = newId(ctx.random)
  const content: MailContent = { paragraphs: [...mail.paragraphs], action: mail.action ?? null }
  await store.insertMail(tx, {
    id,
    kind: mail.kind,
    recipient: mail.to,
    // a line break would begin another header (RFC 5322, 2.2)
    subject: mail.subject.replaceAll(/\s+/g, ' '),
    sealedContent: ctx.secrets.seal(JSON.stringify(content), contentPlace(id)),
    state: ctx.config.mail.transport === 'inbox' ? 'kept' : 'waiting',
    usefulSeconds: mail.usefulSeconds ?? mailExpirySeconds,
  })
  return id
}

/** Where the sealed content is kept, for `secrets`. */
export const contentPlace = (id: string): string => `mails.sealed_content.${id}`
