import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Name, Timestamp } from '../foundation/values.ts'
import { EdgeFunction, FunctionSlug } from './edge-functions.ts'
import { sourceBytesMost, sourceFilesMost } from './function-source.ts'

/** A file of a version. Files with the same hash are identical. */
const VersionFile = z.object({ path: z.string(), sha256: z.string(), bytes: z.number().int() })

/** A deployed version. It never changes. */
export const FunctionVersion = z.object({
  version: z.number().int(),
  /** True for the live version. */
  is_live: z.boolean(),
  created_at: Timestamp,
  /** The person who deployed it; null if the account was deleted, or for a copied project. */
  created_by: z.string().nullable(),
  entrypoint_path: z.string(),
  import_map_path: z.string().nullable(),
  static_patterns: z.array(z.string()),
  /** Build warnings. */
  notices: z.array(z.string()),
  files: z.array(VersionFile),
})
export type FunctionVersion = z.infer<typeof FunctionVersion>

/** A function with its live version. */
export const FunctionOverview = EdgeFunction.extend({ deployed_at: Timestamp, deployed_by: z.string().nullable() })
export type FunctionOverview = z.infer<typeof FunctionOverview>

/** A file with its content as text, or as base64 if it is binary. */
export const SourceFile = z
  .object({ path: z.string(), encoding: z.enum(['utf8', 'base64']).default('utf8'), content: z.string() })
  .refine(({ encoding, content }) => encoding === 'utf8' || /^[A-Za-z0-9+/]*={0,2}$/.test(content), {
    path: ['content'],
    message: 'Encode the content as base64',
  })

export const FunctionVersionSource = FunctionVersion.extend({
  files: z.array(VersionFile.extend({ encoding: z.enum(['utf8', 'base64']), content: z.string() })),
})
export type FunctionVersionSource = z.infer<typeof FunctionVersionSource>

const DeployInput = z.object({
  slug: FunctionSlug,
  name: Name.optional(),
  verify_jwt: z.boolean().optional(),
  entrypoint_path: z.string().max(1_000),
  /** If omitted, searched in the entrypoint's folder and its parents. null for none. */
  import_map_path: z.string().max(1_000).nullable().optional(),
  static_patterns: z.array(z.string().max(1_000)).max(100, 'Use at most 100 static file patterns').default([]),
  files: z.array(SourceFile).max(sourceFilesMost, `A function can have at most ${sourceFilesMost.toLocaleString('en')} files`),
})
export type DeployInput = z.input<typeof DeployInput>

const read = { auth: 'user', permission: 'projects:read', needs: 'machine' } as const
const all = { auth: 'user', permission: 'project_edge_function:all', needs: 'machine' } as const

/** Versions of edge functions, for the dashboard's editor. Available while the project is asleep or paused. */
export const functionVersions = resource('/platform/functions/{ref}', {
  overview: get('/', { ...read, summary: 'List edge functions with their last deployments', reply: z.array(FunctionOverview) }),
  list: get('/{function_slug}/versions', {
    ...read,
    summary: 'List the versions of an edge function, newest first',
    reply: z.array(FunctionVersion),
    errors: ['function_not_found'],
  }),
  retrieve: get('/{function_slug}/versions/{version}', {
    ...read,
    summary: 'Retrieve a version of an edge function with its files. `live` is the live version',
    reply: FunctionVersionSource,
    errors: ['function_not_found', 'function_version_not_found'],
  }),
  deploy: post('/', {
    ...all,
    summary: 'Deploy an edge function',
    audit: 'project.function_deployed',
    body: DeployInput,
    // room for base64 and JSON escapes
    bodyLimitBytes: 2 * sourceBytesMost,
    reply: z.object({ function: EdgeFunction, notices: z.array(z.string()) }),
    status: 201,
    errors: ['function_build_failed', 'too_many_functions', 'too_busy', 'unavailable'],
  }),
  activate: post('/{function_slug}/versions/{version}/activate', {
    ...all,
    summary: 'Make an earlier version of an edge function live again',
    audit: 'project.functions_activated',
    reply: EdgeFunction,
    errors: ['function_not_found', 'function_version_not_found'],
  }),
})
