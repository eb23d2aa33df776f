import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** A Postgres version of this installation. */
export const PostgresVersion = z.object({
  /** Such as "18.4": the newest installed minor version, which projects of that major version use from their next start. */
  version: z.string(),
  major: z.string(),
  /** True for the default of new projects. */
  is_default: z.boolean(),
})
export type PostgresVersion = z.infer<typeof PostgresVersion>

export const postgresVersions = resource('/platform/postgres-versions', {
  list: get('/', {
    summary: 'List available Postgres versions, one per major version: the default first, then newest first',
    auth: 'user',
    tokens: 'any',
    reply: z.array(PostgresVersion),
  }),
})
