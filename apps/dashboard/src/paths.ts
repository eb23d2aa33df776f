/** Every address of the dashboard. The only place that spells them, besides the route files themselves. */

const segment = encodeURIComponent

/** Pages of the specification (section 2) that menus open, as the router writes them. One that has no route yet is in no menu. */
export const pages = {
  projects: '/projects',
  organizations: '/organizations',
  organization: {
    projects: '/org/$slug',
    team: '/org/$slug/team',
    integrations: '/org/$slug/integrations',
    usage: '/org/$slug/usage',
    projectUsage: '/org/$slug/usage?projectRef=$ref',
    billing: '/org/$slug/billing',
    general: '/org/$slug/general',
    apps: '/org/$slug/apps',
    audit: '/org/$slug/audit',
    documents: '/org/$slug/documents',
  },
  project: {
    home: '/project/$ref',
    editor: '/project/$ref/editor',
    sql: '/project/$ref/sql/new',
    buckets: '/project/$ref/storage/buckets',
    storagePolicies: '/project/$ref/storage/policies',
    functions: '/project/$ref/functions',
    functionSecrets: '/project/$ref/functions/secrets',
    realtime: '/project/$ref/realtime/inspector',
    realtimePolicies: '/project/$ref/realtime/policies',
    realtimeSettings: '/project/$ref/realtime/settings',
    advisors: '/project/$ref/advisors/security',
    reports: '/project/$ref/reports',
    logs: '/project/$ref/logs',
    api: '/project/$ref/api',
    integrations: '/project/$ref/integrations',
    vault: '/project/$ref/integrations/vault/overview',
    branches: '/project/$ref/branches',
  },
  database: {
    schemas: '/project/$ref/database/schemas',
    tables: '/project/$ref/database/tables',
    functions: '/project/$ref/database/functions',
    triggers: '/project/$ref/database/triggers',
    types: '/project/$ref/database/types',
    extensions: '/project/$ref/database/extensions',
    indexes: '/project/$ref/database/indexes',
    publications: '/project/$ref/database/publications',
    roles: '/project/$ref/database/roles',
    columnPrivileges: '/project/$ref/database/column-privileges',
    policies: '/project/$ref/auth/policies',
    migrations: '/project/$ref/database/migrations',
    backups: '/project/$ref/database/backups/scheduled',
    pitr: '/project/$ref/database/backups/pitr',
  },
  auth: {
    users: '/project/$ref/auth/users',
    providers: '/project/$ref/auth/providers',
    signInTest: '/project/$ref/auth/sign-in-test',
    thirdParty: '/project/$ref/auth/third-party',
    sessions: '/project/$ref/auth/sessions',
    rateLimits: '/project/$ref/auth/rate-limits',
    templates: '/project/$ref/auth/templates',
    smtp: '/project/$ref/auth/smtp',
    mfa: '/project/$ref/auth/mfa',
    urlConfiguration: '/project/$ref/auth/url-configuration',
    protection: '/project/$ref/auth/protection',
    advanced: '/project/$ref/auth/advanced',
    hooks: '/project/$ref/auth/hooks',
  },
  settings: {
    general: '/project/$ref/settings/general',
    compute: '/project/$ref/settings/compute-and-disk',
    infrastructure: '/project/$ref/settings/infrastructure',
    integrations: '/project/$ref/settings/integrations',
    apiKeys: '/project/$ref/settings/api-keys',
    jwt: '/project/$ref/settings/jwt',
    addons: '/project/$ref/settings/addons',
    database: '/project/$ref/settings/database',
    api: '/project/$ref/settings/api',
    auth: '/project/$ref/settings/auth',
    storage: '/project/$ref/settings/storage',
    logDrains: '/project/$ref/settings/log-drains',
  },
  account: {
    me: '/account/me',
    tokens: '/account/tokens',
    security: '/account/security',
    audit: '/account/audit',
  },
} as const

/** What stands for the names with a dollar sign in a page. */
export interface PageParams {
  readonly ref?: string
  readonly slug?: string
}

/** The address of a page: `addressOf(pages.settings.general, { ref })`. */
export function addressOf(page: string, params: PageParams): string {
  return page.replace(/\$(ref|slug)/g, (_, name: 'ref' | 'slug') => segment(params[name] ?? ''))
}

/** The project whose database a page needs: all pages of a project do but its home, branches, settings (also those of auth and realtime), edge functions and backups. */
export function databaseOf(pathname: string): string | undefined {
  return /^\/project\/([^/]+)\/(?!(?:settings|branches|functions|database\/backups|realtime\/settings|auth\/(?!users|policies)[^/]+)(?:\/|$))./.exec(
    pathname,
  )?.[1]
}

/** The snippet that a page of the SQL editor is of: null for a new text, undefined where it is another page. */
export function snippetOf(pathname: string): string | null | undefined {
  const found = /^\/project\/[^/]+\/sql(?:\/([^/]+))?\/?$/.exec(pathname)
  if (found === null) return undefined
  const [, id] = found
  return id === undefined || id === 'new' || id === '1' ? null : decodeURIComponent(id)
}

/** The slug that an address of an edge function names. */
export function functionSlugOf(name: string): string {
  return name.replace(/^~/, '')
}

/** Longest text that an address carries, in characters: servers refuse addresses of more than some kilobytes. */
const carriedMaxLength = 1_000

function shortened(text: string): string {
  return text.length <= carriedMaxLength ? text : `${text.slice(0, carriedMaxLength).toWellFormed()}…`
}

export const paths = {
  root: '/',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  signUp: '/sign-up',
  organizations: pages.organizations,
  projects: pages.projects,
  newOrganization: '/new',
  newProject: (slug: string) => `/new/${segment(slug)}`,
  account: pages.account.me,
  organization: {
    projects: (slug: string) => addressOf(pages.organization.projects, { slug }),
  },
  project: {
    home: (ref: string) => addressOf(pages.project.home, { ref }),
    editor: (ref: string) => addressOf(pages.project.editor, { ref }),
    /** One table in the table editor, by its oid. */
    table: (ref: string, { schema, id }: { readonly schema: string; readonly id: number }) =>
      `${addressOf(pages.project.editor, { ref })}?${new URLSearchParams({ schema, table: String(id) }).toString()}`,
    /** The form of a new table in the table editor. */
    newTable: (ref: string, schema: string) =>
      `${addressOf(pages.project.editor, { ref })}?${new URLSearchParams({ schema, open: JSON.stringify({ kind: 'table-new' }) }).toString()}`,
    /** One function of the database, by its oid. */
    databaseFunction: (ref: string, { schema, id }: { readonly schema: string; readonly id: number }) =>
      `${addressOf(pages.database.functions, { ref })}?${new URLSearchParams({ schema, open: String(id) }).toString()}`,
    /** A user of the project, by id. */
    user: (ref: string, id: string) => `${addressOf(pages.auth.users, { ref })}?${new URLSearchParams({ open: id }).toString()}`,
    /** Settings of authentication. */
    authSettings: (ref: string, page: 'providers' | 'protection' | 'mfa') => addressOf(pages.auth[page], { ref }),
    /** What was mailed to users of the project. */
    authEmails: (ref: string) => `${addressOf(pages.auth.smtp, { ref })}?tab=emails`,
    /** The policies of one table, by its oid, or of all tables of a schema. */
    policies: (ref: string, { schema, id }: { readonly schema: string; readonly id?: number }) =>
      `${addressOf(pages.database.policies, { ref })}?${new URLSearchParams({ schema, ...(id !== undefined && { open: String(id) }) }).toString()}`,
    /** The form of a new policy for one table, by its oid. */
    newPolicy: (ref: string, { schema, id }: { readonly schema: string; readonly id: number }) =>
      `${addressOf(pages.database.policies, { ref })}?${new URLSearchParams({ schema, open: String(id), act: 'new' }).toString()}`,
    /** The form of a new index for one table, by its name. */
    newIndex: (ref: string, { schema, name }: { readonly schema: string; readonly name: string }) =>
      `${addressOf(pages.database.indexes, { ref })}?${new URLSearchParams({ schema, table: name, open: 'new' }).toString()}`,
    /** The form of a new column in the table editor. */
    newColumn: (ref: string, { schema, id }: { readonly schema: string; readonly id: number }) =>
      `${addressOf(pages.project.editor, { ref })}?${new URLSearchParams({ schema, table: String(id), open: JSON.stringify({ kind: 'column-add' }) }).toString()}`,
    sql: (ref: string, id = 'new') => `/project/${segment(ref)}/sql/${segment(id)}`,
    branches: (ref: string) => addressOf(pages.project.branches, { ref }),
    /** The review of a branch's merge. */
    merge: (ref: string, branchId: string) => `${addressOf(pages.project.branches, { ref })}?${new URLSearchParams({ merge: branchId }).toString()}`,
    buckets: (ref: string) => addressOf(pages.project.buckets, { ref }),
    /** The files of one bucket. */
    bucket: (ref: string, id: string) => `${addressOf(pages.project.buckets, { ref })}/${segment(id)}`,
    storagePolicies: (ref: string) => addressOf(pages.project.storagePolicies, { ref }),
    /** What someone may do with a file, tried. */
    storageTrial: (ref: string, { bucket, path }: { readonly bucket: string; readonly path: string }) =>
      `${addressOf(pages.project.storagePolicies, { ref })}?${new URLSearchParams({ tab: 'test', bucket, path }).toString()}`,
    functions: (ref: string) => addressOf(pages.project.functions, { ref }),
    functionSecrets: (ref: string) => addressOf(pages.project.functionSecrets, { ref }),
    /** An edge function. One that has the name of a page has a tilde before it, which no slug has. */
    edgeFunction: (ref: string, slug: string, tab?: string) =>
      `${addressOf(pages.project.functions, { ref })}/${slug === 'secrets' ? '~' : ''}${segment(slug)}${tab === undefined ? '' : `?tab=${tab}`}`,
    realtimePolicies: (ref: string) => addressOf(pages.project.realtimePolicies, { ref }),
    /** What someone may do in a private channel, tried. */
    realtimeTrial: (ref: string, topic: string) =>
      `${addressOf(pages.project.realtimePolicies, { ref })}?${new URLSearchParams({ tab: 'test', topic }).toString()}`,
    /** The publication whose tables clients can follow. */
    realtimeTables: (ref: string) => addressOf(pages.database.publications, { ref }),
    realtimeSettings: (ref: string) => addressOf(pages.project.realtimeSettings, { ref }),
    storageSettings: (ref: string) => addressOf(pages.settings.storage, { ref }),
    general: (ref: string) => addressOf(pages.settings.general, { ref }),
    backups: (ref: string) => addressOf(pages.database.backups, { ref }),
    infrastructure: (ref: string) => addressOf(pages.settings.infrastructure, { ref }),
    /** The panel of one add-on. */
    addon: (ref: string, panel: 'compute_instance' | 'pitr' | 'custom_domain' | 'ipv4') =>
      `${addressOf(pages.settings.addons, { ref })}?panel=${panel}`,
  },
  /** Contact support (spec §2): what it is about, prefilled. */
  supportNew: (query: { readonly ref?: string; readonly category?: string; readonly subject?: string; readonly error?: string } = {}) => {
    const parts = { ...query, error: query.error === undefined ? undefined : shortened(query.error) }
    const text = new URLSearchParams(Object.entries(parts).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()
    return text === '' ? '/support/new' : `/support/new?${text}`
  },
  supportTickets: '/support/tickets',
  /** The token stands behind the `#`: browsers send it nowhere. */
  invitation: (token: string) => `/invitation#${token}`,
  installation: '/installation',
  installationInbox: '/installation/inbox',
  /** The document of the API, which the server shows itself. */
  apiReference: '/platform/docs',
} as const
