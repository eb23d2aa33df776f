import type { Endpoint } from './endpoint.ts'
import { health } from './health.ts'
import { notifications } from './notifications.ts'
import { organizations } from './organizations.ts'
import { organizationProjects, projects } from './projects.ts'
import { queries } from './queries.ts'
import { sessions, setup } from './sessions.ts'

/** Every call of the platform. The server binds it, the client calls it, the API document prints it, tests enumerate it. */
export const platformApi = { health, setup, sessions, organizations, organizationProjects, projects, queries, notifications } as const

/** All endpoints with their names, e.g. `notifications.list`. */
export function listEndpoints(api: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, endpoint })),
  )
}
