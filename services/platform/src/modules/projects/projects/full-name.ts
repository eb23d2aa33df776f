import { type Fragment, sql } from '@colonnade/sql'

/** What people know the project by that a query has as `p`: a branch with the name of its project before its own, e.g. "shop / preview". */
export const fullName: Fragment = sql`coalesce((select parent.name || ' / ' from projects parent where parent.ref = p.parent_ref), '') || p.name`
