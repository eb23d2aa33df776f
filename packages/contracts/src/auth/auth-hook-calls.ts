import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { hookNames } from './message-fields.ts'

/** One call of a hook. Payload and response are not stored, because they contain codes and tokens. */
export const AuthHookCall = z.object({
  hook: z.enum(hookNames),
  at: Timestamp,
  duration_ms: z.number().int(),
  /** Number of requests, including retries. Always 1 for a database function. */
  attempts: z.number().int(),
  /** `refused`: the hook returned an error; `failed`: the hook is unreachable or its response is invalid. */
  outcome: z.enum(['done', 'refused', 'failed']),
  problem: z.string().nullable(),
  /** True for a member's test call, which has no effect. */
  is_test: z.boolean(),
})
export type AuthHookCall = z.infer<typeof AuthHookCall>

/** The result of a test call. Its changes to the project are rolled back. */
export const AuthHookTest = z.object({
  request: z.record(z.string(), z.unknown()),
  /** null if there is no response to show. */
  answer: z.unknown(),
  duration_ms: z.number().int(),
  attempts: z.number().int(),
  /** `valid`: the auth service can use the response; `refused`: the hook returned an error; `invalid`: the response is unusable or missing. */
  verdict: z.enum(['valid', 'refused', 'invalid']),
  problem: z.string().nullable(),
})
export type AuthHookTest = z.infer<typeof AuthHookTest>

/** Calls of a project's hooks since this installation started. */
export const authHookCalls = resource('/platform/auth/{ref}/hook-calls', {
  list: get('/', {
    summary: 'List recent calls of each hook, newest first',
    auth: 'user',
    permission: 'project_auth:all',
    needs: 'machine',
    reply: z.object({ items: z.array(AuthHookCall) }),
  }),
  test: post('/test', {
    summary: 'Call a hook with a sample event. Functions run in a transaction that is rolled back',
    auth: 'user',
    permission: 'project_auth:all',
    needs: 'machine',
    body: z.object({
      hook: z.enum(hookNames),
      /** User of the sample event. A made-up user if omitted. */
      user_id: z.uuid().optional(),
    }),
    reply: AuthHookTest,
    errors: ['auth_refused', 'auth_user_not_found', 'invalid_input', 'rate_limited'],
  }),
})
