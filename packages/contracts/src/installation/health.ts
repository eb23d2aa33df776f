import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

export const health = resource('/platform/health', {
  retrieve: get('/', {
    summary: 'Check the health of the platform',
    auth: 'public',
    reply: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
})
