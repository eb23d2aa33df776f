import { ident, sql } from '@colonnade/sql'
import { isExposedSchema, isNoExtensions, isOpenTo, isOwnSchema, type Named, type Rule, rule, shown } from './rule.ts'
import { lintText } from './messages.ts'

interface Policy extends Named {
  readonly policy: string
}

const policies = sql`pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace`
const conditions = sql`concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))`
const isOwnPolicy = sql`c.relrowsecurity and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}`
const ofPolicy = ({ schema, name, policy }: Policy) => ({
  // only a person knows what is intended
  remediation: null,
  metadata: { schema, name, type: 'table' },
  key: `${shown(schema, name)} ${shown(policy)}`,
})

/** Rules about the project's users, with the names and meanings of Supabase's linter. */
export const authRules: readonly Rule[] = [
  rule<Named>({
    name: 'auth_users_exposed',
    title: lintText.exposedUsers.title,
    level: 'ERROR',
    categories: ['SECURITY'],
    description: lintText.exposedUsers.description,
    query: sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and ${isOwnSchema} and ${isExposedSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
        and exists (
          select from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
          where w.ev_class = c.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = to_regclass('auth.users'))
        and not exists (select from pg_options_to_table(c.reloptions) o where o.option_name = 'security_invoker' and o.option_value::bool)
        and ${isOpenTo('select', 'select')}`,
    find: ({ schema, name }) => ({
      detail: lintText.exposedUsers.detail(shown(schema, name)),
      remediation: sql`revoke all on ${ident(schema, name)} from public, anon, authenticated;`,
      metadata: { schema, name, type: 'view' },
      key: shown(schema, name),
    }),
  }),
  rule<Policy>({
    name: 'rls_references_user_metadata',
    title: lintText.userMetadata.title,
    level: 'ERROR',
    categories: ['SECURITY'],
    description: lintText.userMetadata.description,
    query: sql`select n.nspname as schema, c.relname as name, p.polname as policy from ${policies}
      where ${isOwnPolicy} and ${conditions} ~ '(jwt.*\\muser_metadata\\M|\\mraw_user_meta_data\\M)'`,
    find: (row) => ({ detail: lintText.userMetadata.detail(shown(row.policy), shown(row.schema, row.name)), ...ofPolicy(row) }),
  }),
  rule<Policy>({
    name: 'auth_rls_initplan',
    title: lintText.authCalls.title,
    level: 'WARN',
    categories: ['PERFORMANCE'],
    description: lintText.authCalls.description,
    query: sql`select n.nspname as schema, c.relname as name, p.polname as policy from ${policies}
      where ${isOwnPolicy} and regexp_replace(${conditions}, '\\( *select +\\(*(auth\\.(uid|jwt|role|email)\\(|current_setting\\()', '', 'gi')
        ~ '(\\mauth\\.(uid|jwt|role|email)\\(|\\mcurrent_setting\\()'`,
    find: (row) => ({
      detail: lintText.authCalls.detail(shown(row.policy), shown(row.schema, row.name)),
      ...ofPolicy(row),
    }),
  }),
]
