import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { PoolMode } from '../projects/project-settings.ts'

/** FAILED: the pooler can't listen. Retried every minute. */
export const dedicatedPoolerStates = ['TURNING_ON', 'ON', 'FAILED', 'TURNING_OFF'] as const

/** The dedicated pooler of a project, part of the add-on `ipv4`. */
export const PgbouncerConfig = z.object({
  pgbouncer_enabled: z.boolean(),
  /** null without a dedicated pooler. */
  state: z.enum(dedicatedPoolerStates).nullable(),
  problem: z.string().nullable(),
  /** With "session", only the session port is open. */
  pool_mode: PoolMode.nullable(),
  db_host: z.string().nullable(),
  /** Port of the pool mode. */
  db_port: z.number().int().nullable(),
  /** Port of session mode, always open. */
  session_port: z.number().int().nullable(),
  /** The role name only, because these ports belong to one project. */
  db_user: z.string(),
  db_name: z.string(),
  /** Connects to the port of the pool mode, with [YOUR-PASSWORD] as a placeholder. */
  connection_string: z.string().nullable(),
})
export type PgbouncerConfig = z.infer<typeof PgbouncerConfig>

export const dedicatedPoolers = resource('/platform/projects/{ref}/config/pgbouncer', {
  retrieve: get('/', { summary: 'Retrieve the dedicated pooler', auth: 'user', permission: 'projects:read', reply: PgbouncerConfig }),
  update: patch('/', {
    summary: 'Set the pool mode of the dedicated pooler. Session mode stays available',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.pool_mode_changed',
    body: z.object({ pool_mode: PoolMode }),
    needs: 'machine',
    reply: PgbouncerConfig,
    errors: ['addon_not_available'],
  }),
})
