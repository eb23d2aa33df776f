import { type EdgeFunction, functionPlans, versionsKept } from '@colonnade/contracts/functions/edge-functions'
import { problemOfSource, sourceBytesMost } from '@colonnade/contracts/functions/function-source'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { FunctionBuilder, FunctionSource } from '@colonnade/projects'
import { createHash } from 'node:crypto'
import { projectApiUrl } from '../../projects/project-settings/hosts.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasFunctionBuilder } from '../../../kernel/function-builder.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { openEnvironment } from './environment.ts'
import { openSourceFiles } from './source-files.ts'
import { invalid, tooLarge } from './source-form.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

export type DeployContext = Pick<PlatformContext<HasFunctionBuilder>, 'database' | 'random' | 'secrets' | 'clock' | 'config' | 'parts'>

export interface Deploy {
  readonly slug: string
  readonly source: FunctionSource
  /** Omitted settings stay as they are. */
  readonly name?: string | null | undefined
  readonly isJwtVerified?: boolean | null | undefined
  readonly allowedHosts?: readonly string[] | null | undefined
  /** False to create the version without activating it. */
  readonly isActivated: boolean
  /** Requires a new function, or an existing one. */
  readonly expects?: 'new' | 'existing'
}

export interface Call {
  readonly ctx: DeployContext
  readonly scope: ProjectScope
  readonly actor: { readonly userId: string }
  readonly origin: string
  readonly audit: AuditRecorder<Transaction>
}

export interface Deployed {
  readonly edgeFunction: EdgeFunction
  readonly notices: readonly string[]
}

/**
 * Builds a source and creates a version, which then serves requests. A failed deploy leaves the live version as it is.
 *
 * @throws AppError `invalid_input`, `payload_too_large`, `too_many_functions`, `function_exists`, `function_not_found`, `function_build_failed`,
 * `too_busy`, `unavailable`
 */
export async function deployFunction({ ctx, scope, actor, origin, audit }: Call, deploy: Deploy): Promise<Deployed> {
  const { ref, organizationId } = scope
  const { slug, source } = deploy
  refuseSource(source)
  await refuseFunction(ctx.database, ref, deploy)
  const builder = await requireBuilder(ctx)
  const files = openSourceFiles(ctx.config.dataDir)
  const kept: store.KeptFile[] = []
  for (const { path, bytes } of source.files) kept.push({ path, sha256: await files.keep(bytes), bytes: bytes.byteLength })
  const environment = await openEnvironment(ctx, ref, projectApiUrl(ctx.config.publicUrl, origin, ref))
  const built = await builder.build(ref, source, { ...environment, SUPABASE_FUNCTION_SLUG: slug })
  if ('failure' in built) {
    const what = built.failure === 'boot_failed' ? messages.notStarted : messages.notBundled
    throw new AppError('function_build_failed', { slug, failure: built.failure, log: built.log }, { message: `${what}.\n${built.log}` })
  }
  const { entrypoint, importMap, staticPatterns } = source
  return ctx.database.transaction(async (tx) => {
    await refuseFunction(tx, ref, deploy)
    const version = await store.insertVersion(tx, {
      ref,
      slug,
      name: deploy.name ?? null,
      isJwtVerified: deploy.isJwtVerified ?? null,
      allowedHosts: deploy.allowedHosts,
      isActivated: deploy.isActivated,
      bundle: built.bundle,
      bundleEntrypoint: built.entrypoint,
      files: kept,
      entrypoint,
      importMap,
      staticPatterns,
      sha256: createHash('sha256')
        .update(JSON.stringify([kept, entrypoint, importMap, staticPatterns]))
        .digest('hex'),
      notices: built.notices,
      createdBy: actor.userId,
    })
    await store.deleteOldVersions(tx, versionsKept, { ref, slug })
    await audit(tx, { organizationId, projectRef: ref, details: { slug, version, files: kept.length, is_activated: deploy.isActivated } })
    const [edgeFunction] = await store.listVersions(tx, ref, slug, version)
    return { edgeFunction: edgeFunction!, notices: built.notices }
  })
}

/** @throws AppError `invalid_input`, `payload_too_large` */
export function refuseSource({ files, entrypoint, importMap }: FunctionSource): void {
  const sizes = files.map(({ path, bytes }) => ({ path, bytes: bytes.byteLength }))
  const problem = problemOfSource({ files: sizes, entrypoint, importMap })
  if (problem !== null) throw invalid(problem.path, problem.message)
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) > sourceBytesMost) throw tooLarge()
}

/** @throws AppError `function_exists`, `function_not_found`, `too_many_functions` */
async function refuseFunction(db: Queryable, ref: string, { slug, expects }: Deploy): Promise<void> {
  const { plan, count, isThere } = await store.countFunctions(db, ref, slug)
  if (isThere && expects === 'new') throw new AppError('function_exists', { slug })
  if (!isThere && expects === 'existing') throw new AppError('function_not_found', { slug })
  const { maxFunctions } = functionPlans[plan]
  if (isThere || count < maxFunctions) return
  const message = messages.planLimit(maxFunctions)
  throw new AppError('too_many_functions', { max: maxFunctions }, { message })
}

export async function requireBuilder({ parts }: Pick<DeployContext, 'parts'>): Promise<FunctionBuilder> {
  const builder = parts.functionBuilder()
  if (builder === null) throw new AppError('unavailable', {}, { message: messages.starting })
  return builder
}

/** Returns the default path of a source's Deno configuration: beside the entrypoint or in a parent folder. */
export function findImportMap(paths: readonly string[], entrypoint: string): string | null {
  const known = new Set(paths)
  const parts = entrypoint.split('/').slice(0, -1)
  for (const name of ['deno.json', 'deno.jsonc', 'import_map.json', 'package.json']) {
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const path = [...parts.slice(0, depth), name].join('/')
      if (known.has(path)) return path
    }
  }
  return null
}
