import type { Lint } from '@colonnade/contracts/data/lints'
import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { Feedback } from '@colonnade/contracts/installation/feedback'
import type { Ticket } from '@colonnade/contracts/installation/support-tickets'
import { capabilities } from '@colonnade/contracts/foundation/capabilities'
import { type MemberRole, type Permission, rolePermissions } from '@colonnade/contracts/foundation/permissions'
import type { Notification } from '@colonnade/contracts/installation/notifications'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Profile } from '@colonnade/contracts/people/sessions'
import type { Project, ProjectEvent } from '@colonnade/contracts/projects/projects'

/** The data behind the pages of one test. The replies that a test doesn't give itself are made of it, each time a page asks. */
export interface World {
  /** Who is signed in; null for a stranger. */
  person: Profile | null
  organizations: Organization[]
  projects: Project[]
  /** What has happened to the projects, oldest first. */
  events: ProjectEvent[]
  /** Newest first. */
  notifications: Notification[]
  /** Newest first, like the tickets. */
  feedback: Feedback[]
  tickets: Ticket[]
}

/** When everything in a world began, unless the test says otherwise. */
export const longAgo = '2026-01-15T09:30:00.000Z'

let made = 0
const newId = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`

/** Ada, who owns the installation and is the sole owner of Acme, which has the project Harbour. */
export function createWorld(changes: Partial<World> = {}): World {
  const { organizations = [anOrganization()] } = changes
  return {
    person: aPerson(),
    organizations,
    projects: organizations.slice(0, 1).map((organization) => aProject({ organization })),
    events: [anEvent()],
    notifications: [],
    feedback: [],
    tickets: [],
    ...changes,
  }
}

export function aPerson(changes: Partial<Profile> = {}): Profile {
  const { primary_email = 'ada@example.com' } = changes
  return {
    id: newId(),
    username: primary_email.split('@')[0]!,
    primary_email,
    profileImageUrl: null,
    disabled_features: [],
    is_installation_owner: true,
    preferences: { theme: null, sidebar: null, feature_previews: [] },
    preferences_version: 0,
    ...changes,
  }
}

const roleNames: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  administrator: 'Administrator',
  developer: 'Developer',
  'read-only': 'Read-only',
}

/** An organization as the person in it sees it; their role decides what they may do. */
export function anOrganization({ role = 'owner', ...changes }: Partial<Organization> & { readonly role?: MemberRole } = {}): Organization {
  const { name = 'Acme' } = changes
  return {
    id: newId(),
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    plan: { id: 'free', name: 'Free' },
    usage_billing_enabled: false,
    managed_by: null,
    created_at: longAgo,
    project_count: 0,
    role,
    role_name: roleNames[role],
    permissions: [...rolePermissions[role]],
    requires_two_factor: false,
    is_limited: false,
    project_permissions: {},
    ...changes,
  }
}

const letters = 'abcdefghij'

/** A project of 20 letters that runs; of an organization that is given, or of the one in the world that a test makes without. */
export function aProject({ organization, ...changes }: Partial<Project> & { readonly organization: Organization }): Project {
  const ref = String((made += 1))
    .padStart(20, '0')
    .replace(/\d/g, (digit) => letters[Number(digit)]!)
  return {
    ref,
    name: 'Harbour',
    status: 'ACTIVE_HEALTHY',
    sleep: 'awake',
    slept_at: null,
    parent_project_ref: null,
    is_branch_enabled: false,
    organization_id: organization.id,
    organization_slug: organization.slug,
    region: 'local',
    compute: 'nano',
    driver: 'embedded',
    capabilities: [...capabilities],
    inserted_at: longAgo,
    db_version: '18.4',
    db_host: '127.0.0.1',
    db_port: 54_322,
    is_password_unkept: false,
    problem: null,
    ...changes,
  }
}

/** Organizations "Organization 1" and so on, with paused projects "Project 1" and so on that are spread over them. */
export function aCrowd({ organizations: most, projects }: { readonly organizations: number; readonly projects: number }) {
  const organizations = Array.from({ length: most }, (_, at) => anOrganization({ name: `Organization ${at + 1}` }))
  return {
    organizations,
    projects: Array.from({ length: projects }, (_, at) =>
      aProject({ organization: organizations[(at + 1) % most]!, name: `Project ${at + 1}`, status: 'INACTIVE' }),
    ),
  }
}

/** What a database that has one table says of itself. */
export const anActivity: ProjectActivity = {
  database_bytes: 9_000_000,
  disk_bytes: 50_000_000,
  tables: 1,
  active_connections: 3,
  active_queries: 0,
  max_connections: 40,
  transactions: 1_000,
  cache_hit_ratio: 0.99,
  started_at: longAgo,
}

/** Something that happened to a project: by default that it became active. */
export function anEvent(changes: Partial<ProjectEvent> = {}): ProjectEvent {
  return { id: (made += 1), at: longAgo, kind: 'status', status: 'ACTIVE_HEALTHY', step: null, state: null, message: null, ...changes }
}

/** A finding about a table of the schema public. */
export function aLint(rule: string, { name, ...found }: Pick<Lint, 'level' | 'categories' | 'detail'> & { readonly name: string }): Lint {
  return {
    name: rule,
    title: rule,
    description: `Why ${rule} matters`,
    remediation_sql: null,
    metadata: { schema: 'public', name, type: 'table' },
    cache_key: `${rule}_${name}`,
    ...found,
  }
}

/** Feedback of the person in the world. */
export function aMessage(changes: Partial<Feedback> = {}): Feedback {
  return {
    id: newId(),
    message: 'It works',
    category: 'Feedback',
    tags: ['dashboard-feedback'],
    project_ref: null,
    organization_slug: null,
    pathname: null,
    screenshot_url: null,
    author: { username: 'ada', primary_email: 'ada@example.com' },
    inserted_at: longAgo,
    ...changes,
  }
}

/** A question of the person in the world. */
export function aTicket(changes: { readonly [Field in keyof Ticket]?: Ticket[Field] | undefined } = {}): Ticket {
  const ticket: Ticket = {
    id: newId(),
    number: 1,
    status: 'open',
    category: 'question',
    severity: 'Normal',
    subject: 'A question',
    message: 'How?',
    error: null,
    pathname: null,
    project_ref: null,
    project_name: null,
    organization_slug: null,
    author: { username: 'ada', primary_email: 'ada@example.com' },
    is_mine: true,
    reply: null,
    inserted_at: longAgo,
    closed_at: null,
  }
  return Object.assign(ticket, changes)
}

export function aNotification(
  title: string,
  { data, ...changes }: Partial<Omit<Notification, 'data'>> & { readonly data?: Partial<Notification['data']> } = {},
): Notification {
  return {
    id: newId(),
    status: 'new',
    priority: 'Info',
    inserted_at: longAgo,
    ...changes,
    data: { title, message: `About ${title}`, project_ref: null, org_slug: null, actions: [], ...data },
  }
}

/** The answer of a database to a query that finds nothing. */
export const noRows: QueryReply = {
  results: [{ fields: [], rows: [], command: 'SELECT', row_count: 0, truncated: false }],
  notices: [],
  duration_ms: 1,
}

/** What the person may do in an organization or a project of it; null where it doesn't exist for them. */
export function permissionsIn(
  world: World,
  named: { readonly slug?: string | undefined; readonly ref?: string | undefined },
): readonly Permission[] | null {
  const project = named.ref === undefined ? undefined : world.projects.find(({ ref }) => ref === named.ref)
  const slug = named.slug ?? project?.organization_slug
  const organization = world.organizations.find((each) => each.slug === slug)
  if (organization === undefined) return null
  return (project && organization.project_permissions[project.ref]) ?? organization.permissions
}
