import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { PoolMode } from '../projects/project-settings.ts'

/** FAILED: it should listen and can not; that is tried again every minute. */
export const dedicatedPoolerStates = ['TURNING_ON', 'ON', 'FAILED', 'TURNING_OFF'] as const

/** The project's own pooler, which it has with the add-on `ipv4`. */
export const PgbouncerConfig = z.object({
  pgbouncer_enabled: z.boolean(),
  /** null where there is none. */
  state: z.enum(dedicatedPoolerStates).nullable(),
  problem: z.string().nullable(),
  /** "session": only sessions have a port. */
  pool_mode: PoolMode.nullable(),
  db_host: z.string().nullable(),
  /** Of the pool mode. */
  db_port: z.number().int().nullable(),
  /** Of sessions, whatever the pool mode. */
  session_port: z.number().int().nullable(),
  /** The role alone: these ports are of no other project. */
  db_user: z.string(),
  db_name: z.string(),
  /** With [YOUR-PASSWORD] where the password goes, to the port of the pool mode. */
  connection_string: z.string().nullable(),
})
export type PgbouncerConfig = z.infer<typeof PgbouncerConfig>

export const dedicatedPoolers = resource('/platform/projects/{ref}/config/pgbouncer', {
  retrieve: get('/', { summary: 'The dedicated pooler of the project', auth: 'user', permission: 'projects:read', reply: PgbouncerConfig }),
  update: patch('/', {
    summary: 'Choose the pool mode of the dedicated pooler; sessions stay',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.pool_mode_changed',
    body: z.object({ pool_mode: PoolMode }),
    needs: 'machine',
    reply: PgbouncerConfig,
    errors: ['addon_not_available'],
  }),
})
