import { toAppError } from '@colonnade/core'
import type { ProjectService } from '@colonnade/projects'
import type { StorageContext } from './context.ts'
import { renderError, StorageError } from './errors.ts'
import { createRouter } from './router.ts'
import { routes } from './routes.ts'

/** The storage of all projects. */
export interface StorageService {
  readonly serve: ProjectService
}

export function createStorageService(context: StorageContext): StorageService {
  const router = createRouter(routes)
  return {
    async serve(request, caller) {
      try {
        const { route, parameters } = router.find(request.method, request.path)
        return await route.handle({ ...context, ref: caller.ref, caller, request, query: new URLSearchParams(request.search) }, parameters)
      } catch (thrown) {
        const error = thrown instanceof StorageError ? thrown : new StorageError('InternalError', undefined, { cause: thrown })
        if (error.status >= 500) {
          const cause = toAppError(error.details.cause ?? error)
          context.logger.warn('storage request failed', { ref: caller.ref, request_id: caller.requestId, path: request.path, error: cause })
        }
        return renderError(error, request.method === 'HEAD')
      }
    },
  }
}
