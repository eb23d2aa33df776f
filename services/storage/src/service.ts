import { toAppError } from '@colonnade/core'
import { StoreUnavailable } from '@colonnade/objects'
import type { BatchStatement } from '@colonnade/pg'
import type { Caller, ProjectService, ServiceRequest } from '@colonnade/projects'
import { KeptSelections } from './archives/kept-selections.ts'
import type { StorageCall } from './call.ts'
import type { StorageContext } from './context.ts'
import { renderError, StorageError } from './errors.ts'
import { requireToken } from './objects/find-object.ts'
import { storageErrorOf } from './project/database-errors.ts'
import { createProjectDatabases, type ProjectDatabases } from './project/project-databases.ts'
import { isReadOnly } from './project/statements.ts'
import { createRouter } from './router.ts'
import { type Route, routes } from './routes.ts'
import { createS3Credentials } from './s3/project/credentials.ts'
import { serveProject } from './s3/project/serve-project.ts'
import { s3Prefix } from './s3/serve-s3.ts'

/** The storage of all projects. */
export interface StorageService extends AsyncDisposable {
  readonly serve: ProjectService
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

export function createStorageService(context: StorageContext): StorageService {
  const databases = createProjectDatabases(context)
  const router = createRouter(routes)
  const selections = new KeptSelections()
  const s3Credentials = createS3Credentials(context)
  const open = async (request: ServiceRequest, caller: Caller, leaving: Array<() => void>): Promise<StorageCall> => {
    const known = await context.known.find(caller.ref)
    if (known === null) throw new StorageError('InvalidRequest', 'Project not found', { status: 404, httpStatus: 404 })
    const { storage: settings, keys } = known
    return {
      ...context,
      ref: caller.ref,
      caller,
      settings,
      keys,
      request,
      query: new URLSearchParams(request.search),
      versions: context.stores.family(settings.family),
      selections,
      ...createEntrance(databases, caller.ref, leaving),
    }
  }
  const answer: ProjectService = async (request, caller) => {
    const leaving: Array<() => void> = []
    try {
      if (request.path === s3Prefix || request.path.startsWith(`${s3Prefix}/`)) {
        return await serveProject(s3Credentials, (asked, asking) => open(asked, asking, leaving), context, request, caller)
      }
      const { route, parameters } = router.find(request.method, request.path)
      const call = await open(request, caller, leaving)
      requireRight(route, call)
      return await route.handle(call, parameters)
    } catch (thrown) {
      // drain the rest of the body, which nothing reads
      request.body.unpipe()
      return renderError(refusalOf(context, thrown, caller, request.path), request.method === 'HEAD')
    } finally {
      for (const leave of leaving) leave()
    }
  }
  return {
    async serve(request, caller) {
      const reply = await answer(request, caller)
      return { ...reply, sent: (bytes) => context.projects.countSent(caller.ref, bytes) }
    },
    closeIdle: (ref) => databases.closeIdle(ref),
    [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
  }
}

/** @throws StorageError `AccessDenied` */
function requireRight({ who, method }: Route, call: StorageCall): void {
  if (who === undefined) return
  requireToken(call)
  if (who === 'service_role' && call.caller.role !== 'service_role') {
    throw new StorageError('AccessDenied', 'Access denied', { httpStatus: 403 })
  }
  const changes = method !== 'GET' && !/^\/(?:object\/(?:list|sign|list-v2)|-\/(?:zip|missing))\//.test(call.request.path)
  if (changes && isReadOnly(call.caller)) throw new StorageError('AccessDenied', 'This token is read-only', { httpStatus: 403 })
}

/** Enters the project's database with the first statement, and never for a call that has none. */
function createEntrance(databases: ProjectDatabases, ref: string, leaving: Array<() => void>): Pick<StorageCall, 'run' | 'stay'> {
  let entered: ReturnType<ProjectDatabases['enter']> | undefined
  const enter = (): ReturnType<ProjectDatabases['enter']> => {
    entered ??= databases.enter(ref).then((entrance) => {
      leaving.push(entrance.leave)
      return entrance
    })
    return entered
  }
  return {
    async run(statements) {
      try {
        const { connections } = await enter()
        return await connections.run(statements)
      } catch (error) {
        throw storageErrorOf(error, operationOf(statements))
      }
    },
    async stay() {
      const { leave } = await databases.enter(ref)
      return leave
    },
  }
}

/** Returns the statements' operation, which the first of them names. */
function operationOf(statements: readonly BatchStatement[]): string {
  const operation = statements.flatMap(({ values }) => values).find((value) => typeof value === 'string' && value.startsWith('storage.'))
  return typeof operation === 'string' ? operation : ''
}

/** Logs a database's own errors, and hides them from clients. */
function refusalOf({ logger }: StorageContext, thrown: unknown, { ref, requestId }: Caller, path: string): StorageError {
  const error =
    thrown instanceof StorageError
      ? thrown
      : thrown instanceof StoreUnavailable
        ? new StorageError('StorageUnavailable', undefined, { cause: thrown, httpStatus: 503, headers: { 'retry-after': '5' } })
        : new StorageError('InternalError', undefined, { cause: thrown })
  if (error.status >= 500) {
    logger.warn('storage request failed', { ref, request_id: requestId, path, error: toAppError(error.details.cause ?? error) })
  }
  return error
}
