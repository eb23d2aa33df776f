import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** `SecretResponse` of the management API of Supabase. */
export const FunctionSecret = z.object({
  name: z.string(),
  /** SHA-256 of its value, hex: values are never shown. */
  value: z.string(),
  updated_at: Timestamp,
})
export type FunctionSecret = z.infer<typeof FunctionSecret>

const all = { auth: 'user', permission: 'project_edge_function:all', needs: 'machine' } as const

/** What functions see in their environment besides the variables that every function has. */
export const functionSecrets = resource('/v1/projects/{ref}/secrets', {
  list: get('/', { ...all, summary: 'List the secrets of edge functions, without their values', reply: z.array(FunctionSecret) }),
})
