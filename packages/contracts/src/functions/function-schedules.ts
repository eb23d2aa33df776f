import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'
import { FunctionSlug } from './edge-functions.ts'

/** Schedules that one project can have. */
export const functionSchedulesMost = 100

/** A call of a function at the times of a cron line. */
export const FunctionSchedule = z.object({
  id: z.uuid(),
  function_slug: z.string(),
  /** Five fields, in UTC. */
  cron: z.string(),
  /** Below the function. */
  path: z.string(),
  /** Sent as JSON. */
  body: z.string(),
  is_enabled: z.boolean(),
  /** null while it is switched off. */
  next_at: Timestamp.nullable(),
  last_at: Timestamp.nullable(),
  /** What the function answered last; null while it hasn't. */
  last_status: z.number().int().nullable(),
  last_problem: z.string().nullable(),
  last_duration_ms: z.number().int().nullable(),
})
export type FunctionSchedule = z.infer<typeof FunctionSchedule>

const fields = {
  cron: Text(100).min(1, 'Give a cron line, such as */5 * * * *'),
  path: Text(1_000)
    .regex(/^\/[\x21-\x7e]*$/, 'Begin the path with a slash, and encode other characters than ASCII')
    .default('/'),
  body: Text(65_536)
    .refine((text) => text === '' || isJson(text), 'Write the body as JSON, or leave it empty')
    .default(''),
  is_enabled: z.boolean().default(true),
}
export const ScheduleInput = z.object({ function_slug: FunctionSlug, ...fields })
export type ScheduleInput = z.infer<typeof ScheduleInput>
export const ScheduleChanges = z.object({
  cron: fields.cron.optional(),
  path: fields.path.removeDefault().optional(),
  body: fields.body.removeDefault().optional(),
  is_enabled: z.boolean().optional(),
})
export type ScheduleChanges = z.infer<typeof ScheduleChanges>

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const all = { auth: 'user', permission: 'project_edge_function:all', needs: 'machine' } as const

/** Functions that are called by the clock, with the service key. One that came due while the server was down is called once when it is back. */
export const functionSchedules = resource('/platform/function-schedules/{ref}', {
  list: get('/', { ...all, permission: 'projects:read', summary: 'List the schedules of edge functions', reply: z.array(FunctionSchedule) }),
  create: post('/', {
    ...all,
    summary: 'Call an edge function at the times of a cron line',
    audit: 'project.function_schedule_created',
    body: ScheduleInput,
    bodyLimitBytes: 512 * 1024,
    reply: FunctionSchedule,
    status: 201,
    errors: ['function_not_found', 'too_many_function_schedules'],
  }),
  update: patch('/{id}', {
    ...all,
    summary: 'Change a schedule; what is left out stays as it is',
    audit: 'project.function_schedule_changed',
    body: ScheduleChanges,
    bodyLimitBytes: 512 * 1024,
    reply: FunctionSchedule,
    errors: ['function_schedule_not_found'],
  }),
  remove: remove('/{id}', {
    ...all,
    summary: 'Delete a schedule',
    audit: 'project.function_schedule_deleted',
    reply: FunctionSchedule,
    errors: ['function_schedule_not_found'],
  }),
})
