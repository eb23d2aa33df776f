import { z } from 'zod'
import { get, post, put, resource } from '../foundation/endpoint.ts'
import { Name } from '../foundation/values.ts'
import { Project } from './projects.ts'

/** TLS modes with the names of libpq's sslmode: no TLS; TLS without verification; TLS with a trusted certificate for the host. */
export const tlsModes = ['disable', 'require', 'verify-full'] as const
export const TlsMode = z.enum(tlsModes)
export type TlsMode = z.infer<typeof TlsMode>

const host = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?\.?|[0-9A-Fa-f:.]{2,45})$/

/** Connection settings of a Postgres server that Colonnade doesn't run, without the password. */
export const ExternalServer = z.object({
  host: z.string().trim().regex(host, 'Enter a host name or an IP address, such as db.example.com'),
  port: z.number().int().min(1).max(65_535),
  database: z.string().min(1, 'Enter the name of the database').max(63),
  user: z.string().min(1, 'Enter the database user').max(63),
  tls: TlsMode,
})
export type ExternalServer = z.infer<typeof ExternalServer>

export const ExternalServerInput = ExternalServer.extend({
  port: ExternalServer.shape.port.default(5432),
  database: ExternalServer.shape.database.default('postgres'),
  tls: TlsMode.default('verify-full'),
  password: z.string().max(1_024),
})

/** Result of a connection test. */
export const ExternalServerReport = z.object({
  /** Such as "17.2". */
  version: z.string(),
  user: z.string(),
  is_superuser: z.boolean(),
  /** True if it is a standby, or read-only for this user. */
  is_read_only: z.boolean(),
  /** True if the user can create schemas in the database. */
  can_create: z.boolean(),
})
export type ExternalServerReport = z.infer<typeof ExternalServerReport>

export const externalServers = resource('/platform/external-projects', {
  test: post('/test', {
    summary: 'Test a connection to a Postgres server. Nothing is changed or stored',
    auth: 'user',
    permission: 'projects:create',
    rate: 'credentials',
    body: ExternalServerInput.extend({ organization_slug: z.string().min(1) }),
    reply: ExternalServerReport,
    errors: ['organization_not_found', 'database_connection_failed'],
  }),
  create: post('/', {
    summary: 'Create a project on a Postgres server that Colonnade does not run',
    auth: 'user',
    permission: 'projects:create',
    rate: 'credentials',
    audit: 'project.connected',
    body: ExternalServerInput.extend({ organization_slug: z.string().min(1), name: Name }),
    reply: Project,
    status: 201,
    errors: ['organization_not_found', 'project_name_taken', 'database_connection_failed'],
  }),
})

export const projectServers = resource('/platform/projects/{ref}/external-server', {
  retrieve: get('/', {
    summary: 'Retrieve the connection settings of an external project, without the password',
    auth: 'user',
    permission: 'projects:operate',
    reply: ExternalServer,
    errors: ['object_not_found'],
  }),
  update: put('/', {
    summary: 'Update the connection settings of an external project',
    auth: 'user',
    permission: 'projects:delete',
    rate: 'credentials',
    audit: 'project.reconnected',
    body: ExternalServerInput,
    reply: ExternalServer,
    errors: ['object_not_found', 'database_connection_failed'],
  }),
})
