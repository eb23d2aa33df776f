import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { callHook } from '../hooks/hook.ts'
import { withdrawToken } from '../one-time-tokens/store.ts'
import { type TokenKind, tokenKinds } from '../one-time-tokens/token-kinds.ts'
import { userJson } from '../users/user-json.ts'
import { findUserById } from '../users/user.ts'
import { composeMail } from './compose-mail.ts'
import type { AuthMail, MailKind } from './mail-post.ts'
import { isNotice } from './notices.ts'
import { sealEnvelope } from './sealed-mail.ts'
import * as store from './store.ts'

/** The hook's name of each kind of mail (GoTrue, `email_action_type`), and the tokens in it. */
const actions: Readonly<Record<MailKind, { readonly type: string; readonly tokens: readonly TokenKind[] }>> = {
  confirmation: { type: 'signup', tokens: [tokenKinds.confirmation] },
  invite: { type: 'invite', tokens: [tokenKinds.confirmation] },
  magic_link: { type: 'magiclink', tokens: [tokenKinds.recovery] },
  recovery: { type: 'recovery', tokens: [tokenKinds.recovery] },
  email_change: { type: 'email_change', tokens: [tokenKinds.emailChangeCurrent, tokenKinds.emailChangeNew] },
  reauthentication: { type: 'reauthentication', tokens: [tokenKinds.reauthentication] },
}

type EmailData = Record<string, string>

/** Address changes by transaction: the mail to the old address, which the mail to the new one joins. */
const changes = new WeakMap<Transaction, EmailData>()

/**
 * Has the project's hook tell somebody something, once the transaction is committed. It counts as a mail. If the hook fails, the token is
 * taken back; a notice is only logged.
 *
 * @throws AuthError `over_email_send_rate_limit`
 */
export async function postByHook(call: AuthCall, tx: Transaction, mail: AuthMail): Promise<void> {
  const { kind, variables } = mail
  const pending = kind === 'email_change' ? changes.get(tx) : undefined
  if (pending !== undefined) {
    // one call for both: the hash for one address goes with the code for the other, as hooks written for GoTrue read it
    Object.assign(pending, {
      token_new: variables.Token ?? '',
      token_hash_new: pending['token_hash'],
      token_hash: variables.TokenHash ?? '',
    })
    return
  }
  const id = randomUUID()
  if (!(await count(call, tx, id, mail))) {
    if (isNotice(kind)) return
    throw new AuthError('over_email_send_rate_limit', 'email rate limit exceeded', { limit: 'rate_limit_email_sent' })
  }
  const data = dataOf(call, mail)
  if (kind === 'email_change') changes.set(tx, data)
  call.errands.add(tx, {
    run: () => tell(call, mail, data),
    async undo(database) {
      await store.removeMail(database, id)
      if (isNotice(kind)) return
      for (const token of actions[kind].tokens) await withdrawToken(database, mail.user.id, token, null)
      if (kind === 'email_change') await database.run(sql`update auth.users set email_change = '' where id = ${mail.user.id}::uuid`)
    },
  })
}

async function tell(call: AuthCall, { kind, user }: AuthMail, data: EmailData): Promise<null> {
  try {
    const now = await findUserById(await call.database(), user.id)
    if (now !== null) await callHook(call, 'send_email', { user: userJson(now), email_data: data })
  } catch (error) {
    // it is logged as a call of the hook; the change itself stays
    if (!isNotice(kind)) throw error
  }
  return null
}

function count({ ref, settings, secrets, clock }: AuthCall, tx: Transaction, id: string, mail: AuthMail): Promise<boolean> {
  const { subject } = composeMail(settings, mail)
  const row: store.NewMail = {
    id,
    kind: mail.kind,
    state: 'sent',
    envelope: sealEnvelope(secrets, ref, id, { to: mail.to, userId: mail.user.id, subject, usefulUntil: clock.now() }),
    content: null,
    usefulSeconds: 0,
  }
  return store.insertMail(tx, row, settings.rate_limit_email_sent)
}

function dataOf({ request }: AuthCall, { kind, variables }: AuthMail): EmailData {
  return {
    token: variables.Token ?? '',
    token_hash: variables.TokenHash ?? '',
    redirect_to: variables.RedirectTo ?? '',
    email_action_type: isNotice(kind) ? `${kind}_notification` : actions[kind].type,
    // base URL of `/verify`
    site_url: request.publicUrl,
    token_new: '',
    token_hash_new: '',
    old_email: variables.OldEmail ?? '',
    old_phone: variables.OldPhone ?? '',
    provider: variables.Provider ?? '',
    factor_type: variables.FactorType ?? '',
  }
}
