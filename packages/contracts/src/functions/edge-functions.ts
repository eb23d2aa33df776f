import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Name } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'
import { sourceBytesMost } from './function-source.ts'

/** What invocations name a function by. */
export const FunctionSlug = z
  .string()
  .min(1, 'Give the function a slug')
  .max(64, 'Use at most 64 characters in a slug')
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'Begin a slug with a letter, and use letters, digits, hyphens and underscores')

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

/** A call whose response doesn't begin within this gets status 504. */
export const responseMs = 150_000

/** What each plan has of edge functions. */
export const functionPlans: Readonly<Record<PlanId, FunctionPlan>> = {
  free: { ...common, wallClockMs: 150_000, idleMs: 60_000, maxFunctions: 100 },
  pro: { ...paid, maxFunctions: 500 },
  team: { ...paid, maxFunctions: 1_000 },
  enterprise: { ...paid, maxFunctions: 1_000 },
}

/** Hosts that a function may be limited to. */
export const allowedHostsMost = 50

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostForm = new RegExp(`^(?:\\*\\.)?(${label}(?:\\.${label})*)(?::([1-9]\\d{0,4}))?$`)

/** A name, `*.` before a name for all names below it, or an IPv4 address; with a port or for all ports. */
export const AllowedHost = z
  .string()
  .max(260)
  .transform((text) => text.trim().toLowerCase())
  .refine(isAllowedHost, { error: ({ input }) => `“${String(input)}” isn’t a host. Write example.com, *.example.com or example.com:8080.` })

function isAllowedHost(text: string): boolean {
  const [, name, port] = hostForm.exec(text) ?? []
  if (name === undefined || name.length > 253 || Number(port ?? 1) > 65_535) return false
  // a name whose last label is a number is an address, whole and without a wildcard
  if (!/(?:^|\.)\d+$/.test(name)) return true
  return (
    !text.startsWith('*') && name.split('.').length === 4 && name.split('.').every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  )
}

/** Versions of a function that are kept, besides the one that is live: older ones go. */
export const versionsKept = 100

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
  /** The only hosts that it can connect to, besides its own project; null for any on the internet. */
  allowed_hosts: z.array(z.string()).nullable(),
})
export type EdgeFunction = z.infer<typeof EdgeFunction>

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** The part `metadata` of a deploy. */
export const DeployMetadata = z.object({
  entrypoint_path: z.string().max(1_000).default(''),
  import_map_path: z.string().max(1_000).nullish(),
  static_patterns: z.array(z.string().max(1_000)).max(100, 'Use at most 100 patterns of static files').nullish(),
  verify_jwt: z.boolean().nullish(),
  name: Name.nullish(),
})
export type DeployMetadata = z.infer<typeof DeployMetadata>

/** A function with one file, as text. */
const Body = z.string().max(sourceBytesMost, 'A function can have 20 MB')

/** What tools send back of functions that they deployed without activating them. */
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

/** Edge functions as tools of the ecosystem manage them. All of it works while the project is asleep or paused. */
export const edgeFunctions = resource('/v1/projects/{ref}/functions', {
  list: get('/', { ...read, summary: 'List the edge functions of a project', reply: z.array(EdgeFunction) }),
  retrieve: get('/{function_slug}', { ...read, summary: 'Show an edge function', reply: EdgeFunction, errors: ['function_not_found'] }),
  body: get('/{function_slug}/body', {
    ...read,
    summary: 'The sources of an edge function as a form: the part metadata names the entrypoint, parts named file have their path in Supabase-Path',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['function_not_found'],
  }),
  deploy: post('/deploy', {
    ...deploying,
    summary: 'Deploy an edge function from a form: the part metadata is JSON, parts named file have a relative path as their file name',
    audit: 'project.function_deployed',
    headers: z.object({ 'content-type': z.string().default('') }),
    query: z.object({
      slug: FunctionSlug,
      /** Whether the version is only made: a call of `activate` makes it live. */
      bundleOnly: flag.optional(),
    }),
    upload: 'multipart/form-data',
    reply: EdgeFunction,
    status: 201,
  }),
  activate: put('/', {
    ...all,
    summary: 'Make versions of edge functions live, all at once',
    audit: 'project.functions_activated',
    body: z.array(Activation).min(1).max(1_000),
    reply: z.object({ functions: z.array(EdgeFunction) }),
    bodyLimitBytes: 1024 * 1024,
    bodyValuesMost: 20_000,
    errors: ['function_not_found', 'function_version_not_found'],
  }),
  create: post('/', {
    ...deploying,
    summary: 'Create an edge function of one file',
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
    summary: 'Change the name of an edge function, whether it verifies tokens, which hosts it can connect to, or its code, where that is one file',
    audit: 'project.function_changed',
    body: z.object({
      name: Name.optional(),
      body: Body.optional(),
      verify_jwt: z.boolean().optional(),
      /** null for any host on the internet; an empty list for the project itself alone. */
      allowed_hosts: z.array(AllowedHost).max(allowedHostsMost, `A function can have ${allowedHostsMost} allowed hosts`).nullable().optional(),
    }),
    bodyLimitBytes: 2 * sourceBytesMost,
    mediaHint: useApi,
    reply: EdgeFunction,
    errors: [...deploying.errors, 'function_not_found'],
  }),
  remove: remove('/{function_slug}', {
    ...all,
    summary: 'Delete an edge function with all its versions; its workers end',
    audit: 'project.function_deleted',
    reply: z.object({}),
    errors: ['function_not_found'],
  }),
})
