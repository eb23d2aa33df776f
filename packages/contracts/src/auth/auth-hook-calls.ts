import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
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
})
export type AuthHookCall = z.infer<typeof AuthHookCall>

/** Calls of a project's hooks since this installation was started. */
export const authHookCalls = resource('/platform/auth/{ref}/hook-calls', {
  list: get('/', {
    summary: 'The last calls of each hook, newest first',
    auth: 'user',
    permission: 'project_auth:all',
    needs: 'machine',
    reply: z.object({ items: z.array(AuthHookCall) }),
  }),
})
