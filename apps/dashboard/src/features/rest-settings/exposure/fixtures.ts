import type { Exposed } from '@colonnade/pg-meta/exposure'

/** A table that nobody reaches, unless a test says otherwise. */
export function anExposed(changes: Partial<Exposed> = {}): Exposed {
  return {
    id: 1,
    schema: 'public',
    name: 'notes',
    kind: 'table',
    arguments: '',
    owner: 'postgres',
    policies: 0,
    anon_policies: 0,
    authenticated_policies: 0,
    rls_enabled: false,
    has_owner_rights: false,
    is_public: false,
    is_of_extension: false,
    anon_reads_all: false,
    anon_writes_all: false,
    authenticated_reads_all: false,
    authenticated_writes_all: false,
    anon_selects: false,
    anon_inserts: false,
    anon_updates: false,
    anon_deletes: false,
    anon_calls: false,
    authenticated_selects: false,
    authenticated_inserts: false,
    authenticated_updates: false,
    authenticated_deletes: false,
    authenticated_calls: false,
    ...changes,
  }
}
