import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { flowStateSeconds } from '../limits.ts'
import type { SignInMethod } from '../sessions/create-session.ts'
import type { Challenge } from './challenge.ts'

/** A sign-in that has begun and ends in a code. */
export interface FlowState {
  readonly id: string
  readonly user_id: string | null
  readonly auth_code: string | null
  readonly code_challenge: string | null
  readonly code_challenge_method: 's256' | 'plain' | null
  readonly provider_access_token: string | null
  readonly provider_refresh_token: string | null
  readonly authentication_method: SignInMethod
  readonly is_over: boolean
}

export interface NewFlow {
  readonly challenge: Challenge
  readonly method: SignInMethod
  readonly provider: string
  readonly userId: string
}

/** Remembers the challenge of a flow of this user, which a mail will bring back. */
export async function beginFlow(tx: Queryable, { challenge, method, provider, userId }: NewFlow): Promise<void> {
  await tx.run(sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), ${userId}::uuid, ${randomUUID()}, ${challenge.challenge}, ${challenge.method}::auth.code_challenge_method, ${provider},
      ${method}, now(), now())`)
}

/** The code of the newest flow of this kind that a user began; null if there is none. */
export async function issueCode(tx: Queryable, userId: string, method: SignInMethod): Promise<string | null> {
  const found = await tx.first<{ auth_code: string }>(sql`
    update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
    where id = (
      select id from auth.flow_state where user_id = ${userId}::uuid and authentication_method = ${method} and auth_code is not null
      order by created_at desc limit 1
    )
    returning auth_code`)
  return found?.auth_code ?? null
}

/** Takes a flow by its code: nobody gets it twice. */
export async function takeFlow(tx: Queryable, code: string): Promise<FlowState | null> {
  const found = await tx.first<FlowState>(sql`
    delete from auth.flow_state where auth_code = ${code} and auth_code_issued_at is not null
    returning id, user_id, auth_code, code_challenge, code_challenge_method, provider_access_token, provider_refresh_token, authentication_method,
      auth_code_issued_at < now() - make_interval(secs => ${flowStateSeconds}) as is_over`)
  return found ?? null
}
