import type { UserExportInput, UserExportOutcome } from '@colonnade/contracts/auth/user-exports'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, FileStream } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { Readable } from 'node:stream'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { requireRecentSignIn } from '../../../kernel/people/recent-sign-in.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { type Asking, askAuth } from '../users/auth-calls.ts'
import type { HasUserExports, UserExport } from './kept-exports.ts'

interface Exporting extends Asking {
  readonly ctx: PlatformContext<HasAuthService & HasUserExports>
  readonly scope: Pick<ProjectScope, 'ref' | 'organizationId'>
}

interface ExportLink {
  readonly key: string
  readonly url: string
  readonly file_name: string
  readonly expires_at: string
}

/** Creates a link for one download. @throws AppError `sign_in_again` for password hashes */
export async function createExport(
  exporting: Exporting & { readonly audit: AuditRecorder<Transaction> },
  input: UserExportInput,
): Promise<ExportLink> {
  const { ctx, actor, scope, audit } = exporting
  const hasHashes = input.with_hashes === true
  await ctx.database.transaction(async (tx) => {
    if (hasHashes) await requireRecentSignIn(tx, actor)
    const { format, with_hashes: _hashes, match, ...filters } = input
    const details = { format, with_hashes: hasHashes, filters: { ...filters, ...(filters.search !== undefined && { match }) } }
    await audit(tx, { organizationId: scope.organizationId, projectRef: scope.ref, details })
  })
  const fileName = `users-${scope.ref}-${new Date(ctx.clock.now()).toISOString().slice(0, 10)}.${input.format}`
  const { key, endsAt } = ctx.parts.userExports.add(ownerOf(exporting), { input, fileName, state: 'waiting' })
  return { key, url: `/platform/auth/${scope.ref}/user-exports/${key}`, file_name: fileName, expires_at: new Date(endsAt).toISOString() }
}

/** Streams the users as the auth service reads them. @throws AppError `export_not_found`, `auth_refused` */
export async function downloadExport(exporting: Exporting, key: string): Promise<FileStream> {
  const item = find(exporting, key)
  if (item.state !== 'waiting') throw new AppError('export_not_found')
  item.state = 'running'
  const end = (state: 'done' | 'failed'): void => {
    item.state = state
    exporting.ctx.parts.userExports.renew(key)
  }
  try {
    const { format, with_hashes: hashes = false, ...query } = item.input
    const reply = await askAuth(exporting, { method: 'GET', path: '/admin/directory/exports', query: { ...query, format, hashes: String(hashes) } })
    const stream = reply.body instanceof Readable ? reply.body : Readable.from([])
    stream.once('end', () => end('done')).once('close', () => item.state === 'running' && end('failed'))
    return { stream, fileName: item.fileName, mediaType: String(reply.headers['content-type']) }
  } catch (error) {
    end('failed')
    throw error
  }
}

/** @throws AppError `export_not_found` */
export function retrieveExport(exporting: Exporting, key: string): UserExportOutcome {
  return { state: find(exporting, key).state }
}

function find(exporting: Exporting, key: string): UserExport {
  const item = exporting.ctx.parts.userExports.find(ownerOf(exporting), key)
  if (item === undefined) throw new AppError('export_not_found')
  return item
}

const ownerOf = ({ scope, actor }: Pick<Exporting, 'scope' | 'actor'>): string => `${scope.ref} ${actor.userId}`
