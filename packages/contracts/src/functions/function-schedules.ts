import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'
import { FunctionSlug } from './edge-functions.ts'

/** Most schedules of a project. */
export const functionSchedulesMost = 100

/** A scheduled call of a function. */
export const FunctionSchedule = z.object({
  id: z.uuid(),
  function_slug: z.string(),
  /** Cron expression with five fields, in UTC. */
  cron: z.string(),
  /** Path below the function. */
  path: z.string(),
  /** Request body, sent as JSON. */
  body: z.string(),
  is_enabled: z.boolean(),
  /** Time of the next call; null while turned off. */
  next_at: Timestamp.nullable(),
  last_at: Timestamp.nullable(),
  /** Result of the last call; null before the first. */
  last_status: z.number().int().nullable(),
  last_problem: z.string().nullable(),
  last_duration_ms: z.number().int().nullable(),
})
export type FunctionSchedule = z.infer<typeof FunctionSchedule>

const fields = {
  cron: Text(100).min(1, 'Enter a cron expression, such as */5 * * * *'),
  path: Text(1_000)
    .regex(/^\/[\x21-\x7e]*$/, 'Start with a slash, and percent-encode non-ASCII characters')
    .default('/'),
  body: Text(65_536)
    .refine((text) => text === '' || isJson(text), 'Enter JSON, or leave the body empty')
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

/** Scheduled calls of functions, with the service key. A call that was due while the server was down runs once after it starts. */
export const functionSchedules = resource('/platform/function-schedules/{ref}', {
  list: get('/', { ...all, permission: 'projects:read', summary: 'List schedules', reply: z.array(FunctionSchedule) }),
  create: post('/', {
    ...all,
    summary: 'Create a schedule for an edge function',
    audit: 'project.function_schedule_created',
    body: ScheduleInput,
    bodyLimitBytes: 512 * 1024,
    reply: FunctionSchedule,
    status: 201,
    errors: ['function_not_found', 'too_many_function_schedules'],
  }),
  update: patch('/{id}', {
    ...all,
    summary: 'Update a schedule. Omitted fields stay unchanged',
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
