import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionOverview, FunctionVersion, FunctionVersionSource } from '@colonnade/contracts/functions/function-versions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { isUtf8 } from 'node:buffer'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { openSourceFiles } from '../edge-functions/source-files.ts'
import { activate, listFunctions } from '../edge-functions/store.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database' | 'config'>

export async function listOverviews({ database }: Context, { ref }: ProjectScope): Promise<FunctionOverview[]> {
  const deploys = new Map((await store.listDeploys(database, ref)).map(({ id, ...deploy }) => [id, deploy]))
  // a version deployed in between comes with the next page
  return (await listFunctions(database, ref)).flatMap((each) => {
    const deploy = deploys.get(each.id)
    return deploy === undefined ? [] : [{ ...each, ...deploy }]
  })
}

/** @throws AppError `function_not_found` */
export async function listVersions({ database }: Context, { ref }: ProjectScope, slug: string): Promise<FunctionVersion[]> {
  const versions = await store.listVersions(database, ref, slug)
  if (versions.length === 0) throw new AppError('function_not_found', { slug })
  return versions
}

/** @throws AppError `function_not_found`, `function_version_not_found` */
export async function retrieveVersion(ctx: Context, { ref }: ProjectScope, slug: string, named: string): Promise<FunctionVersionSource> {
  const [found] = await store.listVersions(ctx.database, ref, slug, named === 'live' ? 'live' : numberOf(slug, named))
  if (found === undefined) throw await missing(ctx, ref, slug, named)
  const kept = openSourceFiles(ctx.config.dataDir)
  const files: FunctionVersionSource['files'] = []
  for (const file of found.files) {
    const bytes = await kept.read(file.sha256)
    const encoding = isUtf8(bytes) && !bytes.includes(0) ? 'utf8' : 'base64'
    files.push({ ...file, encoding, content: bytes.toString(encoding) })
  }
  return { ...found, files }
}

/** Activates a version, as a deploy does. @throws AppError `function_not_found`, `function_version_not_found` */
export async function activateVersion(
  { ctx, scope, audit }: { readonly ctx: Context; readonly scope: ProjectScope; readonly audit: AuditRecorder<Transaction> },
  slug: string,
  named: string,
): Promise<EdgeFunction> {
  const { ref, organizationId } = scope
  const version = numberOf(slug, named)
  return ctx.database.transaction(async (tx) => {
    const [before] = await listFunctions(tx, ref, [slug])
    if (before === undefined) throw new AppError('function_not_found', { slug })
    if (!(await activate(tx, { ref, slug, version, name: null, isJwtVerified: null })))
      throw new AppError('function_version_not_found', { slug, version })
    await audit(tx, { organizationId, projectRef: ref, details: { functions: [{ slug, version, from: before.version }] } })
    const [after] = await listFunctions(tx, ref, [slug])
    return after!
  })
}

async function missing({ database }: Context, ref: string, slug: string, version: string): Promise<AppError> {
  const [there] = await listFunctions(database, ref, [slug])
  return there === undefined ? new AppError('function_not_found', { slug }) : new AppError('function_version_not_found', { slug, version })
}

/** @throws AppError `function_version_not_found` */
function numberOf(slug: string, named: string): number {
  if (!/^[1-9]\d{0,8}$/.test(named)) throw new AppError('function_version_not_found', { slug, version: named })
  return Number(named)
}
