import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtinCatalogQuery, catalogSource, completionCatalogQuery } from '../../queries.ts'
import { SqlCatalog } from './sql-catalog.ts'

/** The names of a project's database; null until they are there. A new one after every change. */
export function useSqlCatalog(ref: string): SqlCatalog | null {
  const queryClient = useQueryClient()
  const { data: own } = useQuery(completionCatalogQuery(ref))
  const { data: builtin } = useQuery({ ...builtinCatalogQuery(ref), enabled: own !== undefined })
  return useMemo(() => (own ? new SqlCatalog(own, builtin ?? null, catalogSource(queryClient, ref)) : null), [own, builtin, queryClient, ref])
}
