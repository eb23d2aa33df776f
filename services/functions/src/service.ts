import type { ProjectService } from '@colonnade/projects'
import type { FunctionsContext } from './context.ts'
import { refusalOf } from './invocations/access.ts'
import { errorReply } from './invocations/errors.ts'
import { invoke } from './invocations/invoke.ts'
import { createWorkers } from './workers/workers.ts'

/** The edge functions of all projects. */
export interface FunctionsService extends AsyncDisposable {
  readonly serve: ProjectService
  /** Ends the workers of a removed project. */
  forget(ref: string): void
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createFunctionsService(context: FunctionsContext): FunctionsService {
  const workers = createWorkers(context)
  return {
    async serve(request, caller) {
      if (!methods.has(request.method)) return errorReply('METHOD_NOT_ALLOWED')
      const known = await context.known.find(caller.ref)
      const slug = request.path.split('/', 2)[1]
      const deployed = known?.functions.functions.find((one) => one.slug === slug)
      if (known === null || deployed === undefined) return errorReply('NOT_FOUND')
      const refusal = refusalOf(deployed, request, caller)
      if (refusal !== null) return errorReply(refusal)
      return invoke(context, workers, { request, caller, known, deployed })
    },
    forget: (ref) => workers.end(ref, 'superseded'),
    [Symbol.asyncDispose]: () => workers[Symbol.asyncDispose](),
  }
}
