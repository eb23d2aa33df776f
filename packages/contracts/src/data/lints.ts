import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

export const lintLevels = ['ERROR', 'WARN', 'INFO'] as const
export const LintLevel = z.enum(lintLevels)
export type LintLevel = z.infer<typeof LintLevel>

export const lintCategories = ['SECURITY', 'PERFORMANCE'] as const

/** Dashboard pages that findings link to. */
export const lintPages = ['providers', 'protection', 'mfa', 'policies', 'realtime'] as const

/** A finding of the advisors about a database object or the auth settings. */
export const Lint = z.object({
  /** The rule, such as `rls_disabled_in_public`. */
  name: z.string(),
  title: z.string(),
  level: LintLevel,
  categories: z.array(z.enum(lintCategories)),
  /** Why the rule matters. */
  description: z.string(),
  /** The finding, with the object's name. */
  detail: z.string(),
  /** SQL that fixes it; null if a person has to decide. */
  remediation_sql: z.string().nullable(),
  /** The dashboard page to fix it on, if there is one. */
  page: z.enum(lintPages).optional(),
  metadata: z.object({ schema: z.string().nullable(), name: z.string().nullable(), type: z.string() }),
  /** Identifies the same finding across runs. */
  cache_key: z.string(),
})
export type Lint = z.infer<typeof Lint>

export const lints = resource('/platform/projects/{ref}', {
  run: get('/run-lints', {
    summary: 'Run the advisors and list their findings',
    auth: 'user',
    permission: 'database:read',
    needsActive: 'awake',
    rate: 'query',
    reply: z.array(Lint),
  }),
})
