import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, FileStream } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { openSourceFiles } from './source-files.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database'>
type Audit = AuditRecorder<Transaction>

export function listFunctions({ database }: Context, { ref }: ProjectScope): Promise<EdgeFunction[]> {
  return store.listFunctions(database, ref)
}

/** @throws AppError `function_not_found` */
export async function retrieveFunction({ database }: Context, { ref }: ProjectScope, slug: string): Promise<EdgeFunction> {
  const [found] = await store.listFunctions(database, ref, [slug])
  if (found === undefined) throw new AppError('function_not_found', { slug })
  return found
}

/** Streams the files of the live version as a form. @throws AppError `function_not_found` */
export async function downloadFunction(
  { database, config }: Pick<PlatformContext, 'database' | 'config'>,
  { ref }: ProjectScope,
  slug: string,
): Promise<FileStream> {
  const found = await store.findSource(database, ref, slug)
  if (found === undefined) throw new AppError('function_not_found', { slug })
  const { files, entrypoint } = found
  const kept = openSourceFiles(config.dataDir)
  const boundary = `colonnade-${randomUUID()}`
  const part = (name: string, more: string, headers: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n${headers}\r\n`
  async function* write(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${part('metadata', '', 'Content-Type: application/json\r\n')}${JSON.stringify({ deno2_entrypoint_path: entrypoint })}\r\n`)
    for (const { path, sha256 } of files) {
      const shown = path.replaceAll('"', '%22')
      yield Buffer.from(part('file', `; filename="${shown}"`, `Content-Type: application/octet-stream\r\nSupabase-Path: ${path}\r\n`))
      yield await kept.read(sha256)
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  return { stream: Readable.from(write()), fileName: `${slug}.form`, mediaType: `multipart/form-data; boundary=${boundary}` }
}

/** Target of a call, and its audit recorder. */
interface Change {
  readonly ctx: Context
  readonly scope: ProjectScope
  readonly audit: Audit
}

/**
 * Activates versions, all or none.
 *
 * @throws AppError `function_version_not_found`
 */
export async function activateFunctions(
  { ctx, scope: { ref, organizationId }, audit }: Change,
  wanted: readonly {
    readonly slug: string
    readonly version: number
    readonly name?: string | undefined
    readonly verify_jwt?: boolean | undefined
  }[],
): Promise<{ functions: EdgeFunction[] }> {
  return ctx.database.transaction(async (tx) => {
    // in a fixed order, to prevent deadlocks
    for (const { slug, version, name, verify_jwt } of wanted.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
      const isDone = await store.activate(tx, { ref, slug, version, name: name ?? null, isJwtVerified: verify_jwt ?? null })
      if (!isDone) throw new AppError('function_version_not_found', { slug, version })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { functions: wanted.map(({ slug, version }) => ({ slug, version })) } })
    return {
      functions: await store.listFunctions(
        tx,
        ref,
        wanted.map(({ slug }) => slug),
      ),
    }
  })
}

/** @throws AppError `function_not_found` */
export async function changeFunction(
  { ctx, scope: { ref, organizationId }, audit }: Change,
  slug: string,
  changes: {
    readonly name?: string | undefined
    readonly verify_jwt?: boolean | undefined
    readonly allowed_hosts?: readonly string[] | null | undefined
  },
): Promise<EdgeFunction> {
  return ctx.database.transaction(async (tx) => {
    const isThere = await store.changeFunction(tx, ref, slug, {
      name: changes.name ?? null,
      isJwtVerified: changes.verify_jwt ?? null,
      allowedHosts: changes.allowed_hosts,
    })
    if (!isThere) throw new AppError('function_not_found', { slug })
    await audit(tx, { organizationId, projectRef: ref, details: { slug, ...changes } })
    const [found] = await store.listFunctions(tx, ref, [slug])
    return found!
  })
}

/** @throws AppError `function_not_found` */
export async function removeFunction({ ctx, scope: { ref, organizationId }, audit }: Change, slug: string): Promise<Record<string, never>> {
  return ctx.database.transaction(async (tx) => {
    if (!(await store.deleteFunction(tx, ref, slug))) throw new AppError('function_not_found', { slug })
    await audit(tx, { organizationId, projectRef: ref, details: { slug } })
    return {}
  })
}
