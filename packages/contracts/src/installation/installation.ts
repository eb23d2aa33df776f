import { logLevels } from '@colonnade/core'
import { z } from 'zod'
import { get, patch, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'
import { PlanId } from '../organizations/organizations.ts'

/** Who can sign up: invited people only, or anyone with an email address. */
export const signUpRules = ['invite-only', 'open'] as const

export const InstallationSettings = z.object({
  sign_up: z.enum(signUpRules),
  /** Allows webhooks to this machine and its local networks. */
  private_webhooks: z.boolean(),
})
export type InstallationSettings = z.infer<typeof InstallationSettings>

/** Omitted settings stay unchanged. */
export const SettingChanges = InstallationSettings.partial()
export type SettingChanges = z.infer<typeof SettingChanges>

const Bytes = z.number().int().nonnegative()

/** Current state of the machine. */
export const Machine = z.object({
  versions: z.object({ colonnade: z.string(), node: z.string(), postgres: z.string() }),
  started_at: Timestamp,
  processors: z.number().int().positive(),
  /** Load average of the last minute; null if the system doesn't report it. */
  load: z.number().nonnegative().nullable(),
  /** `platform_bytes` is the platform's own process, `servers_bytes` all project servers; null if the system doesn't report it. */
  memory: z.object({ total_bytes: Bytes, available_bytes: Bytes, platform_bytes: Bytes, servers_bytes: Bytes.nullable() }),
  /** The volume of the projects. `free_bytes` is available to all of them together. */
  volume: z.object({ total_bytes: Bytes, free_bytes: Bytes }),
  /** Number of project servers by state, including branches. */
  servers: z.object({
    running: z.number().int(),
    asleep: z.number().int(),
    paused: z.number().int(),
    /** Starting, stopping or changing. */
    changing: z.number().int(),
    failed: z.number().int(),
  }),
})
export type Machine = z.infer<typeof Machine>

export const Person = z.object({
  id: z.uuid(),
  username: z.string(),
  primary_email: z.string(),
  profileImageUrl: z.string().nullable(),
  is_installation_owner: z.boolean(),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
  /** Number of active sessions. */
  session_count: z.number().int(),
  /** Organizations with this person as the only owner. They prevent deletion. */
  organizations: z.array(z.object({ slug: z.string(), name: z.string(), role_name: z.string(), is_only_owner: z.boolean() })),
})
export type Person = z.infer<typeof Person>

/** An organization, for the installation's owner, who may not be a member. Never contains project data. */
export const HostedOrganization = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  created_at: Timestamp,
  project_count: z.number().int(),
  member_count: z.number().int(),
  /** Addresses of the contacts. */
  owners: z.array(z.string()),
})
export type HostedOrganization = z.infer<typeof HostedOrganization>

/** A line of the platform's own log. */
export const LogLine = z.object({
  /** Increases with every line of a run. */
  number: z.number().int(),
  time: Timestamp,
  level: z.enum(logLevels),
  event: z.string(),
  /** Additional fields, as JSON. */
  fields: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

export const LogPage = z.object({
  /** Newest first. */
  items: z.array(LogLine),
  has_more: z.boolean(),
  /** Time of the oldest retained line: the start, or later if the log was truncated. */
  since: Timestamp,
  /** Minimum logged level, set by `COLONNADE_LOG_LEVEL`. */
  least_level: z.enum(logLevels),
})
export type LogPage = z.infer<typeof LogPage>

/** A release: its version, and its commit hash (40 hex digits) if it is a Git clone. */
export const Release = z.object({ version: z.string(), revision: z.string().nullable() })
export type Release = z.infer<typeof Release>

/** The running release, and the release on disk that runs after a restart; null if unreadable. Never checks for updates online. */
export const Releases = z.object({ running: Release, installed: Release.nullable(), is_restart_needed: z.boolean(), folder: z.string() })
export type Releases = z.infer<typeof Releases>

/** List options. `search` matches names and addresses. */
export const InstallationQuery = z.object({
  search: Text(200).default(''),
  offset: QueryInteger.min(0).default(0),
  limit: QueryInteger.min(1).max(100).default(50),
})

/** Administration of the installation, for its owner. */
export const installation = resource('/platform/installation', {
  retrieve: get('/', { summary: 'Retrieve the installation settings', auth: 'owner', reply: InstallationSettings }),
  update: patch('/', {
    summary: 'Update the installation settings',
    auth: 'owner',
    audit: 'installation.updated',
    body: SettingChanges,
    reply: InstallationSettings,
  }),
  retrieveMachine: get('/machine', { summary: 'Retrieve the machine and its resource usage', auth: 'owner', reply: Machine }),
  listPeople: get('/people', {
    summary: 'List all accounts, by name',
    auth: 'owner',
    query: InstallationQuery,
    reply: page(Person),
  }),
  endSessions: remove('/people/{id}/sessions', {
    summary: 'Sign a person out everywhere. Access tokens stay valid',
    auth: 'owner',
    audit: 'user.signed_out',
    reply: z.object({ ended_sessions: z.number().int() }),
    errors: ['person_not_found'],
  }),
  removePerson: remove('/people/{id}', {
    summary: 'Delete a person. Their sessions, tokens and sign-in methods end at once. What they created stays, under their name',
    auth: 'owner',
    audit: 'user.removed',
    reply: Nothing,
    status: 204,
    errors: ['person_not_found', 'last_owner', 'installation_needs_owner', 'serialization_failure'],
  }),
  listLogs: get('/logs', {
    summary: "List the platform's log of this run, newest first",
    auth: 'owner',
    query: z.object({
      /** Includes higher levels. */
      level: z.enum(logLevels).default('debug'),
      search: Text(200).default(''),
      limit: QueryInteger.min(1).max(1_000).default(200),
    }),
    reply: LogPage,
  }),
  retrieveReleases: get('/releases', { summary: 'Retrieve the running and the installed version', auth: 'owner', reply: Releases }),
  listOrganizations: get('/organizations', {
    summary: 'List all organizations, by name',
    auth: 'owner',
    query: InstallationQuery,
    reply: page(HostedOrganization),
  }),
})
