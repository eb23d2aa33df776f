import type { Known, ProjectService } from '@colonnade/projects'
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
      const slug = request.path.split('/', 2)[1]
      const named = (one: Known | null) => one?.functions.functions.find((each) => each.slug === slug)
      let known = await context.known.find(caller.ref)
      // who has just deployed it calls it before its news are here
      if (named(known) === undefined) known = await context.known.findAgain(caller.ref)
      const deployed = named(known)
      if (known === null || deployed === undefined) return errorReply('NOT_FOUND')
      const refusal = refusalOf(deployed, request, caller)
      if (refusal !== null) return errorReply(refusal)
      return invoke(context, workers, { request, caller, known, deployed })
    },
    forget: (ref) => workers.end(ref, 'superseded'),
    [Symbol.asyncDispose]: () => workers[Symbol.asyncDispose](),
  }
}
