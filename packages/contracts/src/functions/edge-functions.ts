import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Name } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'
import { sourceBytesMost } from './function-source.ts'

/** Identifies a function in invocations. */
export const FunctionSlug = z
  .string()
  .min(1, 'Enter a slug')
  .max(64, 'Use at most 64 characters')
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'Start with a letter, and use letters, digits, hyphens and underscores')

export interface FunctionPlan {
  readonly memoryBytes: number
  /** Maximum duration of a request. */
  readonly cpuMs: number
  /** Maximum memory of a worker. */
  readonly wallClockMs: number
  /** Idle time before a worker ends. */
  readonly idleMs: number
  readonly maxWorkers: number
  readonly maxFunctions: number
}

const common = { memoryBytes: 256 * 1024 * 1024, cpuMs: 2_000, maxWorkers: 20 }
const paid = { ...common, wallClockMs: 400_000, idleMs: 600_000 }

/** Time until the first byte of a response. Slower calls get status 504. */
export const responseMs = 150_000

/** Limits of edge functions by plan. */
export const functionPlans: Readonly<Record<PlanId, FunctionPlan>> = {
  free: { ...common, wallClockMs: 150_000, idleMs: 60_000, maxFunctions: 100 },
  pro: { ...paid, maxFunctions: 500 },
  team: { ...paid, maxFunctions: 1_000 },
  enterprise: { ...paid, maxFunctions: 1_000 },
}

/** Most allowed hosts of a function. */
export const allowedHostsMost = 50

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostForm = new RegExp(`^(?:\\*\\.)?(${label}(?:\\.${label})*)(?::([1-9]\\d{0,4}))?$`)

/** A host name, `*.` and a name for all subdomains, or an IPv4 address; with a port or for all ports. */
export const AllowedHost = z
  .string()
  .max(260)
  .transform((text) => text.trim().toLowerCase())
  .refine(isAllowedHost, { error: ({ input }) => `“${String(input)}” isn’t a host. Enter example.com, *.example.com or example.com:8080.` })

function isAllowedHost(text: string): boolean {
  const [, name, port] = hostForm.exec(text) ?? []
  if (name === undefined || name.length > 253 || Number(port ?? 1) > 65_535) return false
  // a numeric last label means an IP address, which must be complete and has no wildcard
  if (!/(?:^|\.)\d+$/.test(name)) return true
  return (
    !text.startsWith('*') && name.split('.').length === 4 && name.split('.').every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  )
}

/** Number of retained versions besides the live one. Older versions are deleted. */
export const versionsKept = 100

/** `FunctionResponse` of Supabase's management API. */
export const EdgeFunction = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'REMOVED', 'THROTTLED']),
  version: z.number().int(),
  /** Milliseconds since the Unix epoch. */
  created_at: z.number().int(),
  updated_at: z.number().int(),
  /** True if callers must send a token or key of the project. */
  verify_jwt: z.boolean(),
  /** True if it has an import map or a Deno configuration. */
  import_map: z.boolean(),
  entrypoint_path: z.string(),
  import_map_path: z.string().nullable(),
  ezbr_sha256: z.string(),
  /** Hosts that it can connect to, besides its own project; null for any host. */
  allowed_hosts: z.array(z.string()).nullable(),
})
export type EdgeFunction = z.infer<typeof EdgeFunction>

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** The `metadata` part of a deployment. */
export const DeployMetadata = z.object({
  entrypoint_path: z.string().max(1_000).default(''),
  import_map_path: z.string().max(1_000).nullish(),
  static_patterns: z.array(z.string().max(1_000)).max(100, 'Use at most 100 static file patterns').nullish(),
  verify_jwt: z.boolean().nullish(),
  name: Name.nullish(),
})
export type DeployMetadata = z.infer<typeof DeployMetadata>

/** Source of a function with one file. */
const Body = z.string().max(sourceBytesMost, 'A function can be at most 20 MB')

/** Functions that were deployed without activation, as tools send them back. */
const Activation = z.object({
  slug: FunctionSlug,
  version: z.number().int().min(1),
  name: Name.optional(),
  verify_jwt: z.boolean().optional(),
})

const read = { auth: 'user', permission: 'projects:read', needs: 'machine' } as const
const all = { auth: 'user', permission: 'project_edge_function:all', needs: 'machine' } as const
const deploying = { ...all, errors: ['function_build_failed', 'too_many_functions', 'too_busy', 'unavailable'] } as const
const useApi = 'CLI bundles (eszip) can’t be deployed here. Run supabase functions deploy with --use-api.'

/** Edge functions, for Supabase tools. Available while the project is asleep or paused. */
export const edgeFunctions = resource('/v1/projects/{ref}/functions', {
  list: get('/', { ...read, summary: 'List edge functions', reply: z.array(EdgeFunction) }),
  retrieve: get('/{function_slug}', { ...read, summary: 'Retrieve an edge function', reply: EdgeFunction, errors: ['function_not_found'] }),
  body: get('/{function_slug}/body', {
    ...read,
    summary:
      'Download the source of an edge function as a form. The metadata part contains the entrypoint; file parts have their path in Supabase-Path',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['function_not_found'],
  }),
  deploy: post('/deploy', {
    ...deploying,
    summary: 'Deploy an edge function from a form. The metadata part is JSON; file parts have a relative path as their file name',
    audit: 'project.function_deployed',
    headers: z.object({ 'content-type': z.string().default('') }),
    query: z.object({
      slug: FunctionSlug,
      /** Only create the version. `activate` makes it live. */
      bundleOnly: flag.optional(),
    }),
    upload: 'multipart/form-data',
    reply: EdgeFunction,
    status: 201,
  }),
  activate: put('/', {
    ...all,
    summary: 'Activate versions of edge functions, all at once',
    audit: 'project.functions_activated',
    body: z.array(Activation).min(1).max(1_000),
    reply: z.object({ functions: z.array(EdgeFunction) }),
    bodyLimitBytes: 1024 * 1024,
    bodyValuesMost: 20_000,
    errors: ['function_not_found', 'function_version_not_found'],
  }),
  create: post('/', {
    ...deploying,
    summary: 'Create an edge function from one file',
    audit: 'project.function_deployed',
    body: z.object({ slug: FunctionSlug, name: Name.optional(), body: Body, verify_jwt: z.boolean().optional() }),
    bodyLimitBytes: 2 * sourceBytesMost,
    mediaHint: useApi,
    reply: EdgeFunction,
    status: 201,
    errors: [...deploying.errors, 'function_exists'],
  }),
  update: patch('/{function_slug}', {
    ...deploying,
    summary: 'Update an edge function: name, token verification, allowed hosts, or the code of a single file',
    audit: 'project.function_changed',
    body: z.object({
      name: Name.optional(),
      body: Body.optional(),
      verify_jwt: z.boolean().optional(),
      /** null for any host; an empty list for the project itself only. */
      allowed_hosts: z.array(AllowedHost).max(allowedHostsMost, `Use at most ${allowedHostsMost} allowed hosts`).nullable().optional(),
    }),
    bodyLimitBytes: 2 * sourceBytesMost,
    mediaHint: useApi,
    reply: EdgeFunction,
    errors: [...deploying.errors, 'function_not_found'],
  }),
  remove: remove('/{function_slug}', {
    ...all,
    summary: 'Delete an edge function with all its versions. Stops its workers',
    audit: 'project.function_deleted',
    reply: z.object({}),
    errors: ['function_not_found'],
  }),
})
