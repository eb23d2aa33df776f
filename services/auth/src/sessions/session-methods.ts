import { type Fragment, sql } from '@colonnade/sql'

/** Returns a session's authentication methods, newest first, as in the tokens' `amr`. */
export function methodsOf(sessionId: Fragment): Fragment {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('method', authentication_method, 'timestamp', extract(epoch from updated_at)::bigint) order by updated_at desc), '[]')
    from auth.mfa_amr_claims where session_id = ${sessionId}
  )`
}
