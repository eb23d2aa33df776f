import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { AuthMailContent, AuthMailList } from '@colonnade/contracts/auth/auth-mails'
import type { KnownProjects } from '@colonnade/projects'
import type { ProjectDatabases } from '../project/project-databases.ts'
import { openContent, openEnvelope, type Sealing } from './sealed-mail.ts'
import { hasSmtp } from './smtp.ts'
import * as store from './store.ts'

/** What the dashboard shows of a project's mails. The project is woken for it. */
export interface AuthInbox {
  list(ref: string): Promise<AuthMailList>
  /** What a mail says that was kept instead of sent; null for any other. */
  read(ref: string, id: string): Promise<AuthMailContent | null>
}

export interface AuthInboxParts {
  readonly databases: Pick<ProjectDatabases, 'enter'>
  readonly known: KnownProjects
  readonly secrets: Sealing
}

export function createInbox({ databases, known, secrets }: AuthInboxParts): AuthInbox {
  return {
    async list(ref) {
      const settings = completeAuthSettings((await known.find(ref))?.auth.settings ?? {})
      const { database, leave } = await databases.enter(ref)
      try {
        const rows = await store.listMails(database)
        const items = rows.flatMap(({ envelope: sealed, ...row }) => {
          const envelope = openEnvelope(secrets, ref, row.id, sealed)
          return envelope === null ? [] : [{ ...row, to: envelope.to, subject: envelope.subject }]
        })
        const recent = await store.countRecent(database)
        return { transport: hasSmtp(settings) ? 'smtp' : 'inbox', hourly_limit: settings.rate_limit_email_sent, posted_last_hour: recent, items }
      } finally {
        leave()
      }
    },
    async read(ref, id) {
      const { database, leave } = await databases.enter(ref)
      try {
        const found = await store.findKept(database, id)
        if (found === undefined) return null
        const envelope = openEnvelope(secrets, ref, id, found.envelope)
        const content = openContent(secrets, ref, id, found.content)
        return envelope === null || content === null ? null : { to: envelope.to, subject: envelope.subject, ...content }
      } finally {
        leave()
      }
    },
  }
}
