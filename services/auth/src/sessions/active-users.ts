import { type Fragment, sql } from '@colonnade/sql'

/**
 * A part of the statement that starts or refreshes a session: counts its user among those of this month (UTC), once. `user` selects the user's ID,
 * or nothing.
 */
export const countActive = (user: Fragment): Fragment =>
  sql`active as (insert into _colonnade.auth_active_users (user_id) ${user} on conflict do nothing)`
