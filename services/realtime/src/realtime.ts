import type { Policies } from './authorizations/policies.ts'
import type { RealtimeContext } from './context.ts'
import type { Tables } from './changes/tables.ts'
import type { ProjectDatabases } from './project/project-databases.ts'

/** Dependencies of message handlers. */
export interface Realtime extends RealtimeContext {
  readonly databases: ProjectDatabases
  readonly policies: Policies
  readonly tables: Tables
}
