import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import type { PlanId } from '../organizations/organizations.ts'

/** What invocations name a function by. */
export const FunctionSlug = z
  .string()
  .max(64, 'Use at most 64 characters')
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'Start with a letter, then use letters, digits, hyphens and underscores')

export interface FunctionPlan {
  readonly memoryBytes: number
  /** Of a request. */
  readonly cpuMs: number
  /** Of a worker. */
  readonly wallClockMs: number
  /** Without a request, before a worker ends. */
  readonly idleMs: number
  readonly maxWorkers: number
  readonly maxFunctions: number
}

const common = { memoryBytes: 256 * 1024 * 1024, cpuMs: 2_000, maxWorkers: 20 }
const paid = { ...common, wallClockMs: 400_000, idleMs: 600_000 }

/** What each plan has of edge functions. */
export const functionPlans: Readonly<Record<PlanId, FunctionPlan>> = {
  free: { ...common, wallClockMs: 150_000, idleMs: 60_000, maxFunctions: 100 },
  pro: { ...paid, maxFunctions: 500 },
  team: { ...paid, maxFunctions: 1_000 },
  enterprise: { ...paid, maxFunctions: 1_000 },
}

/** `FunctionResponse` of the management API of Supabase. */
export const EdgeFunction = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'REMOVED', 'THROTTLED']),
  version: z.number().int(),
  /** Milliseconds since the Unix epoch. */
  created_at: z.number().int(),
  updated_at: z.number().int(),
  /** Whether callers must show a token or key of the project. */
  verify_jwt: z.boolean(),
  /** Whether it has an import map or a Deno configuration. */
  import_map: z.boolean(),
  entrypoint_path: z.string(),
  import_map_path: z.string().nullable(),
  ezbr_sha256: z.string(),
})
export type EdgeFunction = z.infer<typeof EdgeFunction>

const read = { auth: 'user', permission: 'projects:read', needs: 'machine' } as const

/** Edge functions as tools of the ecosystem manage them. All of it works while the project is asleep or paused. */
export const edgeFunctions = resource('/v1/projects/{ref}/functions', {
  list: get('/', { ...read, summary: 'List the edge functions of a project', reply: z.array(EdgeFunction) }),
  retrieve: get('/{function_slug}', { ...read, summary: 'Show an edge function', reply: EdgeFunction, errors: ['function_not_found'] }),
})
