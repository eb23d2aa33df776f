/** Routes of the specification (section 2) that are built, as the router writes them. */
export const specRoutes: readonly string[] = [
  '/sign-in',
  '/organizations',
  '/projects',
  '/new',
  '/new/$slug',
  '/org/$slug',
  '/project/$ref',
  '/project/$ref/editor',
  '/project/$ref/auth/policies',
  '/project/$ref/database/extensions',
  '/project/$ref/database/roles',
  '/project/$ref/database/schemas',
  '/project/$ref/database/tables',
  '/project/$ref/database/migrations',
  '/project/$ref/database/functions',
  '/project/$ref/database/types',
  '/project/$ref/database/column-privileges',
  '/project/$ref/database/publications',
  '/project/$ref/database/indexes',
  '/project/$ref/database/triggers',
  '/project/$ref/database/backups/scheduled',
  '/project/$ref/database/backups/pitr',
  '/project/$ref/sql/$id',
  '/project/$ref/sql/new',
  '/project/$ref/settings/general',
  '/project/$ref/settings/compute-and-disk',
  '/project/$ref/settings/infrastructure',
  '/project/$ref/settings/database',
  '/account/me',
  '/support/new',
]

const under = (prefix: string, ...names: readonly string[]): string[] => names.map((name) => `${prefix}/${name}`)

/** Those still to come. They have no file and no menu item; the list only ever shrinks. */
export const routesToCome: readonly string[] = [
  ...under('/project/$ref', 'integrations', 'integrations/webhooks/overview', 'integrations/vault/overview'),
  ...under('/project/$ref/auth', 'users', 'providers', 'third-party', 'sessions', 'rate-limits', 'templates', 'smtp', 'mfa'),
  ...under('/project/$ref/auth', 'url-configuration', 'protection', 'advanced', 'hooks'),
  ...under('/project/$ref', 'storage/buckets', 'functions', 'functions/secrets', 'realtime/inspector'),
  ...under('/project/$ref/advisors', 'security', 'performance', 'query-performance'),
  ...under('/project/$ref', 'reports', 'logs', 'api'),
  ...under('/project/$ref/settings', 'integrations', 'api-keys', 'addons'),
  ...under('/project/$ref/settings', 'api', 'auth', 'storage', 'log-drains'),
  ...under('/org/$slug', 'team', 'integrations', 'usage', 'billing', 'general', 'apps', 'audit', 'documents'),
  ...under('/account', 'tokens', 'security', 'audit'),
]
