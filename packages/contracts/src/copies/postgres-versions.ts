import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** A Postgres that projects of this installation can run on. */
export const PostgresVersion = z.object({
  /** Such as "18.4": the newest minor of its major that is here, which a project of that major gets at its next start. */
  version: z.string(),
  major: z.string(),
  /** What a new project gets that asks for none. */
  is_default: z.boolean(),
})
export type PostgresVersion = z.infer<typeof PostgresVersion>

export const postgresVersions = resource('/platform/postgres-versions', {
  list: get('/', {
    summary: 'Versions of Postgres that projects can run on, one of each major: the default first, then the newest',
    auth: 'user',
    tokens: 'any',
    reply: z.array(PostgresVersion),
  }),
})
