import { type Fragment, sql } from '@colonnade/sql'

/** Display name of the project `p` of a query: a branch's name follows its project's, for example "shop / preview". */
export const fullName: Fragment = sql`coalesce((select parent.name || ' / ' from projects parent where parent.ref = p.parent_ref), '') || p.name`
