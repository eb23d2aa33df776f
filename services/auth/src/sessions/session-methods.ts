import { type Fragment, sql } from '@colonnade/sql'

/** How a session was proved, the latest first, as `amr` of tokens tells it. */
export function methodsOf(sessionId: Fragment): Fragment {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('method', authentication_method, 'timestamp', extract(epoch from updated_at)::bigint) order by updated_at desc), '[]')
    from auth.mfa_amr_claims where session_id = ${sessionId}
  )`
}
