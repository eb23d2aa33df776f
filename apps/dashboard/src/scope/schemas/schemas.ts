import { schemas, systemSchemas } from '@colonnade/pg-meta'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readRows } from '../fetch-rows.ts'
import { sqlKey } from '../keys/keys.ts'

export const schemasQuery = (ref: string, includeSystemSchemas = false) =>
  queryOptions({
    queryKey: sqlKey(ref, 'schemas', { includeSystemSchemas }),
    queryFn: ({ signal }) => readRows(ref, schemas.list({ includeSystemSchemas }), signal),
    // the others stay while the system's come
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** Postgres's own schemas are looked at and left alone. */
export function isSystemSchema(schema: string): boolean {
  return systemSchemas.some((name) => name === schema)
}
