import { type Fragment, sql } from '@colonnade/sql'

/**
 * The names of our two roles in a server. Tools of the ecosystem filter by the current ones. Clusters made by an early version have the
 * former ones until their next start, and keep them for as long as a role of their owner's has one of the current names.
 */
export const ownNames = {
  current: { administrator: 'supabase_admin', reader: 'supabase_read_only_user' },
  former: { administrator: 'platform_admin', reader: 'platform_reader' },
} as const

/** Both roles have names of the same pair: they are renamed together. */
export type OwnNames = keyof typeof ownNames

/** SQL: the name of our superuser in the server that is asked. initdb gives it the first OID, which no other role can have. */
const administratorName: Fragment = sql`(select rolname::text from pg_catalog.pg_roles where oid = 10)`

/** SQL: the name of our reader in the server that is asked. */
export const readerName: Fragment = sql`(case ${administratorName} when ${ownNames.former.administrator}::text then ${ownNames.former.reader}::text
  else ${ownNames.current.reader}::text end)`

/** SQL: an array of the roles that only the platform may log in as, in the server that is asked. */
export const ownRoles: Fragment = sql`array[${administratorName}, ${readerName}, 'authenticator', 'supabase_auth_admin', 'platform_realtime']`
