import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

export const lintLevels = ['ERROR', 'WARN', 'INFO'] as const
export const LintLevel = z.enum(lintLevels)
export type LintLevel = z.infer<typeof LintLevel>

export const lintCategories = ['SECURITY', 'PERFORMANCE'] as const

/** Pages that findings lead to: settings of authentication, policies of tables, and what Realtime publishes. */
export const lintPages = ['providers', 'protection', 'mfa', 'policies', 'realtime'] as const

/** One finding of the advisors about one object of the database, or about the settings of authentication. */
export const Lint = z.object({
  /** The rule: `rls_disabled_in_public`. */
  name: z.string(),
  title: z.string(),
  level: LintLevel,
  categories: z.array(z.enum(lintCategories)),
  /** Why the rule matters. */
  description: z.string(),
  /** What was found, with the object's name. */
  detail: z.string(),
  /** SQL that repairs it; null where a person has to decide. */
  remediation_sql: z.string().nullable(),
  /** The page where it is repaired, if there is one. */
  page: z.enum(lintPages).optional(),
  metadata: z.object({ schema: z.string().nullable(), name: z.string().nullable(), type: z.string() }),
  /** The same finding has the same key in every run. */
  cache_key: z.string(),
})
export type Lint = z.infer<typeof Lint>

export const lints = resource('/platform/projects/{ref}', {
  run: get('/run-lints', {
    summary: 'What the advisors find in the database now',
    auth: 'user',
    permission: 'database:read',
    needsActive: 'awake',
    rate: 'query',
    reply: z.array(Lint),
  }),
})
