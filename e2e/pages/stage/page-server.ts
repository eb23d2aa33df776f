import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { accessOf } from '@colonnade/contracts/foundation/access'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { AppError, memoryLimitsFor, MemoryBudget, silentLogger, systemRandom } from '@colonnade/core'
import { type AnyInput, createHttpApp, mount, type Named, type Policy, type RequestFacts, type Route } from '@colonnade/http'
import { isScopedByBody } from '@colonnade/platform/testing/serve'
import { join } from 'node:path'
import { mountDashboard } from '@colonnade/server/testing/dashboard'
import type { Asked } from './answers.ts'
import type { Stage } from './stage.ts'
import { permissionsIn } from './world.ts'

/** The built dashboard, over the platform's own HTTP layer, in which stages answer in place of handlers. */
export interface PageServer extends AsyncDisposable {
  readonly url: string
  /** The cookie by which pages come to this stage. */
  add(stage: Stage): string
  remove(cookie: string): void
}

const cookieName = 'stage'
const endpoints = listEndpoints(wholeApi).map(({ endpoint }) => endpoint)

export async function openPageServer(): Promise<PageServer> {
  const stages = new Map<string, Stage>()
  let added = 0
  /** A page that outlives its test finds nobody signed in. */
  const stageOf = ({ cookies }: RequestFacts): Stage => {
    const stage = stages.get(cookies[cookieName] ?? '')
    if (stage === undefined) throw new AppError('unauthorized')
    return stage
  }
  const policy: Policy<Stage, Stage, unknown> = {
    authenticate: async (request) => {
      const stage = stageOf(request)
      return stage.world.person === null ? null : stage
    },
    callerKey: (_actor, { cookies }) => cookies[cookieName] ?? '',
    memoryOwner: (_actor, _params, { cookies }) => cookies[cookieName] ?? '',
    limit: async () => {},
    authorize: async (endpoint, _actor, named, request) => {
      const stage = stageOf(request)
      if (endpoint.auth !== 'public') authorize(stage, endpoint, named)
      return stage
    },
    isScopedByBody,
    audit: async () => {},
  }
  const routes = endpoints.map((endpoint): Route => ({ endpoint, handle: (input) => handle(endpoint, input, stageOf) }))
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  mount(app, { routes, context: null, policy, logger: silentLogger, memory: new MemoryBudget(memoryLimitsFor(0)) })
  await mountDashboard(app, join(import.meta.dirname, '../../../apps/dashboard/dist'), endpoints)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    add(stage) {
      const id = String((added += 1))
      stages.set(id, stage)
      return `${cookieName}=${id}`
    },
    remove: (cookie) => void stages.delete(cookie.slice(cookieName.length + 1)),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

function handle(endpoint: Endpoint, input: AnyInput, stageOf: (request: RequestFacts) => Stage): unknown {
  const request = input.request as RequestFacts
  const stage = stageOf(request)
  const asked = { params: input.params, query: input.query, body: input.body } as Asked
  return endpoint.stream ? stage.stream(endpoint, asked, request.signal) : stage.answer(endpoint, asked)
}

/** As the platform decides it, with its own table. @throws AppError `organization_not_found`, `project_not_found`, `forbidden`, `project_not_active`, `project_asleep` */
function authorize({ world }: Stage, endpoint: Endpoint, { params, body }: Named): void {
  if (endpoint.auth === 'owner' && world.person?.is_installation_owner !== true) throw new AppError('forbidden')
  const { ref, slug = slugIn(body) } = params
  if (endpoint.permission === undefined || (ref ?? slug) === undefined) return
  const held = permissionsIn(world, { ref, slug })
  const access = accessOf(endpoint, held ?? 'outsider')
  if (access === 404) throw new AppError(ref === undefined ? 'organization_not_found' : 'project_not_found')
  if (access === 403) throw new AppError('forbidden')
  const project = world.projects.find((each) => each.ref === ref)
  if (endpoint.needsActive === undefined || project === undefined) return
  if (project.status !== 'ACTIVE_HEALTHY') throw new AppError('project_not_active')
  if (endpoint.needsActive === 'awake' && project.sleep !== 'awake') throw new AppError('project_asleep')
}

function slugIn(body: unknown): string | undefined {
  return (body as { readonly organization_slug?: string } | undefined)?.organization_slug
}
