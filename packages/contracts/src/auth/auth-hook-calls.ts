import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { hookNames } from './message-fields.ts'

/** One call of a hook. What it was sent and what it answered is kept nowhere: there are codes and tokens in it. */
export const AuthHookCall = z.object({
  hook: z.enum(hookNames),
  at: Timestamp,
  duration_ms: z.number().int(),
  /** Requests it took; a function of the database is called once. */
  attempts: z.number().int(),
  /** `refused`: the hook said no, in its own words; `failed`: it could not be reached, or what it answered can't be used. */
  outcome: z.enum(['done', 'refused', 'failed']),
  problem: z.string().nullable(),
  /** A member tried it: nothing came of it. */
  is_test: z.boolean(),
})
export type AuthHookCall = z.infer<typeof AuthHookCall>

/** How a trial of a hook went. Nothing it did in the project is kept. */
export const AuthHookTest = z.object({
  request: z.record(z.string(), z.unknown()),
  /** null where nothing came that can be shown. */
  answer: z.unknown(),
  duration_ms: z.number().int(),
  attempts: z.number().int(),
  /** `valid`: the auth service can use the answer; `refused`: the hook said no; `invalid`: what it answered can't be used, or nothing came. */
  verdict: z.enum(['valid', 'refused', 'invalid']),
  problem: z.string().nullable(),
})
export type AuthHookTest = z.infer<typeof AuthHookTest>

/** Calls of a project's hooks since this installation was started. */
export const authHookCalls = resource('/platform/auth/{ref}/hook-calls', {
  list: get('/', {
    summary: 'The last calls of each hook, newest first',
    auth: 'user',
    permission: 'project_auth:all',
    needs: 'machine',
    reply: z.object({ items: z.array(AuthHookCall) }),
  }),
  test: post('/test', {
    summary: 'Call a hook with a sample of its event; functions run in a transaction that is rolled back',
    auth: 'user',
    permission: 'project_auth:all',
    needs: 'machine',
    body: z.object({
      hook: z.enum(hookNames),
      /** Whose event it is; somebody made up when left out. */
      user_id: z.uuid().optional(),
    }),
    reply: AuthHookTest,
    errors: ['auth_refused', 'auth_user_not_found', 'invalid_input', 'rate_limited'],
  }),
})
