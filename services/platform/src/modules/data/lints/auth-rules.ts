import { ident, sql } from '@colonnade/sql'
import { isExposedSchema, isNoExtensions, isOpenTo, isOwnSchema, type Named, type Rule, rule, shown } from './rule.ts'

interface Policy extends Named {
  readonly policy: string
}

const policies = sql`pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace`
const conditions = sql`concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))`
const isOwnPolicy = sql`c.relrowsecurity and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}`
const ofPolicy = ({ schema, name, policy }: Policy) => ({
  // what is meant, only a person knows
  remediation: null,
  metadata: { schema, name, type: 'table' },
  key: `${shown(schema, name)} ${shown(policy)}`,
})

/** What the users of the project have to do with: names and meanings are those of Supabase's linter. */
export const authRules: readonly Rule[] = [
  rule<Named>({
    name: 'auth_users_exposed',
    title: 'View exposes users',
    level: 'ERROR',
    categories: ['SECURITY'],
    description: 'Anyone with the public key can read this view, and with it emails, phone numbers and metadata from auth.users.',
    query: sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and ${isOwnSchema} and ${isExposedSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
        and exists (
          select from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
          where w.ev_class = c.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = to_regclass('auth.users'))
        and not exists (select from pg_options_to_table(c.reloptions) o where o.option_name = 'security_invoker' and o.option_value::bool)
        and ${isOpenTo('select', 'select')}`,
    find: ({ schema, name }) => ({
      detail: `View ${shown(schema, name)} exposes data from auth.users to anyone with the public key.`,
      remediation: sql`revoke all on ${ident(schema, name)} from public, anon, authenticated;`,
      metadata: { schema, name, type: 'view' },
      key: shown(schema, name),
    }),
  }),
  rule<Policy>({
    name: 'rls_references_user_metadata',
    title: 'Policy trusts user metadata',
    level: 'ERROR',
    categories: ['SECURITY'],
    description: 'Users can edit their own user_metadata. Base policies on app_metadata, which only your server can change.',
    query: sql`select n.nspname as schema, c.relname as name, p.polname as policy from ${policies}
      where ${isOwnPolicy} and ${conditions} ~ '(jwt.*\\muser_metadata\\M|\\mraw_user_meta_data\\M)'`,
    find: (row) => ({ detail: `Policy ${shown(row.policy)} of table ${shown(row.schema, row.name)} depends on user_metadata.`, ...ofPolicy(row) }),
  }),
  rule<Policy>({
    name: 'auth_rls_initplan',
    title: 'Policy calls auth functions for every row',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    description:
      'Postgres calls auth.uid() and similar functions for every row. Wrap them in a subquery, as in (select auth.uid()), to call them once per query.',
    query: sql`select n.nspname as schema, c.relname as name, p.polname as policy from ${policies}
      where ${isOwnPolicy} and regexp_replace(${conditions}, '\\( *select +\\(*(auth\\.(uid|jwt|role|email)\\(|current_setting\\()', '', 'gi')
        ~ '(\\mauth\\.(uid|jwt|role|email)\\(|\\mcurrent_setting\\()'`,
    find: (row) => ({
      detail: `Policy ${shown(row.policy)} of table ${shown(row.schema, row.name)} calls an auth function for every row.`,
      ...ofPolicy(row),
    }),
  }),
]
