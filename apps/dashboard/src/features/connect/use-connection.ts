import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { DatabaseEntry, Project } from '@colonnade/contracts/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addonsQuery, pgbouncerQuery } from '../../scope/database-source/addon-queries.ts'
import { databasesQuery } from '../../scope/database-source/database-queries.ts'
import { connectionMethods, type ConnectionMethod, type MethodId } from './methods/connection-methods.ts'
import { supavisorQuery } from '../../scope/database-source/supavisor-query.ts'

/** What is known of the ways to a project's databases, and which of them was chosen. */
export type Connection =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | {
      readonly kind: 'ready'
      readonly databases: readonly DatabaseEntry[]
      readonly database: DatabaseEntry
      readonly chooseDatabase: (identifier: string) => void
      readonly methods: readonly ConnectionMethod[]
      readonly method: ConnectionMethod
      readonly chooseMethod: (id: MethodId) => void
      /** Poolers could not be asked for; the direct connection is there all the same. */
      readonly poolersFailed: { readonly error: unknown; readonly retry: () => void } | null
    }

export function useConnection(project: Project, organization: Organization): Connection {
  const databases = useQuery(databasesQuery(project.ref))
  const pgbouncer = useQuery(pgbouncerQuery(project.ref))
  const supavisor = useQuery(supavisorQuery(project.ref))
  const addons = useQuery(addonsQuery(project.ref))
  const [identifier, chooseDatabase] = useState(project.ref)
  const [methodId, chooseMethod] = useState<MethodId>('direct')
  const poolers = [pgbouncer, supavisor, addons]
  if (databases.isPending || poolers.some(({ isPending }) => isPending)) return { kind: 'loading' }
  const all = databases.data ?? []
  const database = all.find((entry) => entry.identifier === identifier) ?? all.find(({ database_type }) => database_type === 'PRIMARY')
  if (!database) {
    return { kind: 'failed', error: databases.error ?? new Error('The project doesn’t have a database yet'), retry: () => void databases.refetch() }
  }
  const methods = connectionMethods({
    database,
    plan: organization.plan.id,
    pgbouncer: pgbouncer.data ?? null,
    supavisor: supavisor.data ?? [],
    addons: addons.data?.selected_addons ?? [],
    domain: addons.data?.selected_addons.find(({ type, state }) => type === 'custom_domain' && state === 'READY')?.variant.name,
  })
  const failed = poolers.filter(({ data, error }) => data === undefined && error !== null)
  return {
    kind: 'ready',
    databases: all,
    database,
    chooseDatabase,
    methods,
    method: methods.find(({ id, state }) => id === methodId && 'target' in state) ?? methods[0]!,
    chooseMethod,
    poolersFailed: failed.length === 0 ? null : { error: failed[0]!.error, retry: () => failed.forEach(({ refetch }) => void refetch()) },
  }
}
