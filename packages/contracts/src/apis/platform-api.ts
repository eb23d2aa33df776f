import type { Endpoint } from '../foundation/endpoint.ts'
import { feedback } from '../installation/feedback.ts'
import { health } from '../installation/health.ts'
import { lints } from '../data/lints.ts'
import { notifications } from '../installation/notifications.ts'
import { organizations } from '../organizations/organizations.ts'
import { projectHealth } from '../projects/project-health.ts'
import { projectSettings } from '../projects/project-settings.ts'
import { organizationProjects, projects } from '../projects/projects.ts'
import { queries } from '../data/queries.ts'
import { sessions, setup } from '../people/sessions.ts'
import { supportTickets } from '../installation/support-tickets.ts'

/** Calls of every dashboard page. `dataApi` and `organizationApi` hold the rest. */
export const platformApi = {
  health,
  setup,
  sessions,
  organizations,
  organizationProjects,
  projects,
  projectHealth,
  projectSettings,
  lints,
  queries,
  notifications,
  feedback,
  supportTickets,
} as const

/** Returns all endpoints with their names, such as `notifications.list`. */
export function listEndpoints(api: Readonly<Record<string, object>>): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, Endpoint>>).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, endpoint })),
  )
}
