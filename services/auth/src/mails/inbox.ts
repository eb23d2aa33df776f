import { type AuthSettings, completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type {
  AuthMail,
  AuthMailDetails,
  AuthMailPage,
  AuthMailQuery,
  AuthMailTemplateTest,
  AuthMailTemplateTestResult,
  AuthMailTest,
  AuthMailTestResult,
} from '@colonnade/contracts/auth/auth-mails'
import type { Clock } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import type { KnownProjects } from '@colonnade/projects'
import { mailsReadAtOnce, mailsScannedMost } from '../limits.ts'
import type { AuthContext } from '../context.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import type { MailNews } from './mail-news.ts'
import { openContent, openEnvelope, type Sealing } from './sealed-mail.ts'
import { sendTemplateTest } from './send-template-test.ts'
import { sendTest } from './send-test.ts'
import { hasSmtp } from './smtp.ts'
import * as store from './store.ts'

/** A project's mails for the dashboard. */
export interface AuthInbox {
  /** Wakes the project. */
  list(ref: string, query: AuthMailQuery): Promise<AuthMailPage>
  /** With what a mail says if it was kept instead of sent; null for one that there is not. Wakes the project. */
  read(ref: string, id: string): Promise<AuthMailDetails | null>
  /** Another text after each change. Wakes nobody. */
  mark(ref: string): string
  /** Wakes nobody. @throws AppError `invalid_input` */
  test(ref: string, test: AuthMailTest): Promise<AuthMailTestResult>
  /** Sends a draft of a template. Wakes the project only where its inbox takes the mail. @throws AppError `rate_limited` */
  testTemplate(ref: string, to: string, draft: AuthMailTemplateTest): Promise<AuthMailTemplateTestResult>
}

export interface AuthInboxParts {
  readonly databases: Pick<ProjectDatabases, 'enter'>
  readonly known: KnownProjects
  readonly secrets: Sealing
  readonly news: MailNews
  readonly clock: Clock
  readonly outbound: AuthContext['outbound']
}

export function createInbox({ databases, known, secrets, news, clock, outbound }: AuthInboxParts): AuthInbox {
  const settingsOf = async (ref: string): Promise<AuthSettings> => completeAuthSettings((await known.find(ref))?.auth.settings ?? {})
  const within = async <T>(ref: string, ask: (database: Queryable) => Promise<T>): Promise<T> => {
    const { database, leave } = await databases.enter(ref)
    try {
      return await ask(database)
    } finally {
      leave()
    }
  }
  /** null for what was not sealed for this row, such as one of a branch's source. */
  const shown = (ref: string, { envelope: sealed, ...row }: store.MailRow): AuthMail | null => {
    const envelope = openEnvelope(secrets, ref, row.id, sealed)
    return envelope === null ? null : { ...row, to: envelope.to, user_id: envelope.userId ?? null, subject: envelope.subject }
  }
  const find = async (database: Queryable, ref: string, query: AuthMailQuery): Promise<Pick<AuthMailPage, 'items' | 'next_after'>> => {
    const { search = '', user_id: userId, limit } = query
    const part = search.toLowerCase()
    const items: AuthMail[] = []
    let after = query.after ?? null
    for (let scanned = 0; scanned < mailsScannedMost; scanned += mailsReadAtOnce) {
      const rows = await store.listMails(database, query, after, mailsReadAtOnce)
      for (const [index, row] of rows.entries()) {
        after = row.id
        const mail = shown(ref, row)
        if (mail === null || !mail.to.toLowerCase().includes(part) || (userId !== undefined && mail.user_id !== userId)) continue
        items.push(mail)
        const isLast = index === rows.length - 1 && rows.length < mailsReadAtOnce
        if (items.length === limit) return { items, next_after: isLast ? null : after }
      }
      if (rows.length < mailsReadAtOnce) return { items, next_after: null }
    }
    return { items, next_after: after }
  }
  return {
    async list(ref, query) {
      const settings = await settingsOf(ref)
      return within(ref, async (database) => ({
        transport: hasSmtp(settings) ? ('smtp' as const) : ('inbox' as const),
        hourly_limit: settings.rate_limit_email_sent,
        posted_last_hour: await store.countRecent(database),
        ...(await find(database, ref, query)),
      }))
    },
    async read(ref, id) {
      const found = await within(ref, (database) => store.findMail(database, id))
      if (found === undefined) return null
      const { content: sealed, expires_at, ...row } = found
      const mail = shown(ref, row)
      const content = sealed === null ? null : openContent(secrets, ref, id, sealed)
      return mail && { ...mail, expires_at, content: content && { ...content, code: content.code ?? null } }
    },
    mark: (ref) => news.mark(ref),
    test: async (ref, test) => sendTest(await settingsOf(ref), outbound.arePrivateAllowed, test),
    async testTemplate(ref, to, draft) {
      const parts = {
        secrets,
        clock,
        arePrivateAllowed: outbound.arePrivateAllowed,
        within: <T>(ask: (database: Queryable) => Promise<T>) => within(ref, ask),
      }
      const result = await sendTemplateTest(parts, ref, await settingsOf(ref), to, draft)
      if (result.outcome === 'kept') news.tell(ref)
      return result
    },
  }
}
