import type { AuditEntry, AuditFilter, AuditFormat, AuditPage } from '@colonnade/contracts/organizations/audit-log'
import type { FileStream } from '@colonnade/http'
import { Readable } from 'node:stream'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { csvLine } from './csv-line.ts'
import * as store from './store.ts'

/** Entries of a file are read so many at a time. */
const readAtOnce = 1_000

export async function listEntries(ctx: PlatformContext, of: store.AuditOf, wanted: store.EntriesWanted): Promise<AuditPage> {
  const oneMore = await store.listEntries(ctx.database, of, { ...wanted, limit: wanted.limit + 1 })
  const items = oneMore.slice(0, wanted.limit)
  return { items, next_before: oneMore.length > items.length ? items.at(-1)!.id : null }
}

/** Streams all entries as a file, newest first, without those written since the start. */
export function downloadEntries(
  ctx: PlatformContext,
  { organizationId, slug }: OrganizationScope,
  { format, ...filter }: AuditFilter & { readonly format: AuditFormat },
): FileStream {
  const { head, line, mediaType } = writers[format]
  async function* parts(): AsyncGenerator<string> {
    let part = head
    let before: number | undefined
    for (;;) {
      const entries = await store.listEntries(ctx.database, { organizationId }, { ...filter, before, limit: readAtOnce })
      part += entries.map(line).join('')
      if (part !== '') yield part
      if (entries.length < readAtOnce) return
      part = ''
      before = entries.at(-1)!.id
    }
  }
  return { stream: Readable.from(parts(), { objectMode: false }), fileName: `${slug}_audit.${format}`, mediaType }
}

const columns: readonly (readonly [name: string, read: (entry: AuditEntry) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['event', ({ event }) => event],
  ['actor_id', ({ actor }) => actor?.id ?? null],
  ['actor_username', ({ actor }) => actor?.username ?? null],
  ['actor_email', ({ actor }) => actor?.primary_email ?? null],
  ['project_ref', ({ project }) => project?.ref ?? null],
  ['project_name', ({ project }) => project?.name ?? null],
  ['address', ({ address }) => address],
  ['user_agent', ({ user_agent: agent }) => agent],
  ['request_id', ({ request_id: request }) => request],
  ['details', ({ details }) => JSON.stringify(details)],
]

interface Writer {
  readonly head: string
  readonly line: (entry: AuditEntry) => string
  readonly mediaType: string
}

const writers: Readonly<Record<AuditFormat, Writer>> = {
  csv: {
    head: csvLine(columns.map(([name]) => name)),
    line: (entry) => csvLine(columns.map(([, read]) => read(entry))),
    mediaType: 'text/csv; charset=utf-8',
  },
  ndjson: { head: '', line: (entry) => `${JSON.stringify(entry)}\n`, mediaType: 'application/x-ndjson' },
}
