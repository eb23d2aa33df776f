import { logLevels } from '@colonnade/core'
import { z } from 'zod'
import { get, patch, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'
import { PlanId } from '../organizations/organizations.ts'

/** Who may make an account: those who were invited, or anybody with an email address. */
export const signUpRules = ['invite-only', 'open'] as const

export const InstallationSettings = z.object({
  sign_up: z.enum(signUpRules),
  /** Whether webhooks may go to this machine and the networks around it. */
  private_webhooks: z.boolean(),
})
export type InstallationSettings = z.infer<typeof InstallationSettings>

/** What is left out stays as it is. */
export const SettingChanges = InstallationSettings.partial()
export type SettingChanges = z.infer<typeof SettingChanges>

const Bytes = z.number().int().nonnegative()

/** What the installation runs on, asked now. */
export const Machine = z.object({
  versions: z.object({ colonnade: z.string(), node: z.string(), postgres: z.string() }),
  started_at: Timestamp,
  processors: z.number().int().positive(),
  /** Processes that run or wait to, over the last minute; null where the system does not tell. */
  load: z.number().nonnegative().nullable(),
  /** `platform_bytes` is the platform's own process, `servers_bytes` all servers of projects; null where the system does not tell. */
  memory: z.object({ total_bytes: Bytes, available_bytes: Bytes, platform_bytes: Bytes, servers_bytes: Bytes.nullable() }),
  /** The volume that the projects are on; `free_bytes` is what they may still take together. */
  volume: z.object({ total_bytes: Bytes, free_bytes: Bytes }),
  /** Servers of projects, branches among them, by what they do. */
  servers: z.object({
    running: z.number().int(),
    asleep: z.number().int(),
    paused: z.number().int(),
    /** Coming up, going down, or changing otherwise. */
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
  /** Where they are signed in now. */
  session_count: z.number().int(),
  /** Whose only owner can't be deleted. */
  organizations: z.array(z.object({ slug: z.string(), name: z.string(), role_name: z.string(), is_only_owner: z.boolean() })),
})
export type Person = z.infer<typeof Person>

/** An organization as the installation's owner sees it, who need not belong to it: never what is in its projects. */
export const HostedOrganization = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  created_at: Timestamp,
  project_count: z.number().int(),
  member_count: z.number().int(),
  /** The addresses of who can be asked about it. */
  owners: z.array(z.string()),
})
export type HostedOrganization = z.infer<typeof HostedOrganization>

/** A line of the platform's own log. */
export const LogLine = z.object({
  /** Goes up with every line of one run. */
  number: z.number().int(),
  time: Timestamp,
  level: z.enum(logLevels),
  event: z.string(),
  /** What else it says, as JSON. */
  fields: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

export const LogPage = z.object({
  /** Newest first. */
  items: z.array(LogLine),
  has_more: z.boolean(),
  /** Nothing older than this is kept here: since the start, or since there were too many. */
  since: Timestamp,
  /** What is kept at all; `COLONNADE_LOG_LEVEL` makes it more. */
  least_level: z.enum(logLevels),
})
export type LogPage = z.infer<typeof LogPage>

/** A copy of the program: its version, and its commit where it is a clone (Git's 40 hexadecimal digits). */
export const Release = z.object({ version: z.string(), revision: z.string().nullable() })
export type Release = z.infer<typeof Release>

/** What runs, and what is on the disk now and would run after a restart; null where that can't be read. Nobody is asked what else there is. */
export const Releases = z.object({ running: Release, installed: Release.nullable(), is_restart_needed: z.boolean(), folder: z.string() })
export type Releases = z.infer<typeof Releases>

/** Of the lists: `search` is looked for in names and addresses. */
export const InstallationQuery = z.object({
  search: Text(200).default(''),
  offset: QueryInteger.min(0).default(0),
  limit: QueryInteger.min(1).max(100).default(50),
})

/** What the owner of an installation decides for all of it. */
export const installation = resource('/platform/installation', {
  retrieve: get('/', { summary: 'Settings of the installation', auth: 'owner', reply: InstallationSettings }),
  update: patch('/', {
    summary: 'Change settings of the installation',
    auth: 'owner',
    audit: 'installation.updated',
    body: SettingChanges,
    reply: InstallationSettings,
  }),
  retrieveMachine: get('/machine', { summary: 'What the installation runs on, and what it takes of it', auth: 'owner', reply: Machine }),
  listPeople: get('/people', {
    summary: 'Everybody who has an account, by name',
    auth: 'owner',
    query: InstallationQuery,
    reply: page(Person),
  }),
  endSessions: remove('/people/{id}/sessions', {
    summary: 'Sign a person out everywhere; access tokens stay',
    auth: 'owner',
    audit: 'user.signed_out',
    reply: z.object({ ended_sessions: z.number().int() }),
    errors: ['person_not_found'],
  }),
  removePerson: remove('/people/{id}', {
    summary: 'Delete a person: sessions, tokens and ways in end at once; what they made stays, with their name',
    auth: 'owner',
    audit: 'user.removed',
    reply: Nothing,
    status: 204,
    errors: ['person_not_found', 'last_owner', 'installation_needs_owner', 'serialization_failure'],
  }),
  listLogs: get('/logs', {
    summary: "The platform's own log of this run, newest first",
    auth: 'owner',
    query: z.object({
      /** And what is worse. */
      level: z.enum(logLevels).default('debug'),
      search: Text(200).default(''),
      limit: QueryInteger.min(1).max(1_000).default(200),
    }),
    reply: LogPage,
  }),
  retrieveReleases: get('/releases', { summary: 'Which version runs, and which one is installed', auth: 'owner', reply: Releases }),
  listOrganizations: get('/organizations', {
    summary: 'All organizations, by name',
    auth: 'owner',
    query: InstallationQuery,
    reply: page(HostedOrganization),
  }),
})
