import type { QueryClient } from '@tanstack/react-query'
import { databaseOf } from '../paths.ts'
import { projectQuery } from './queries.ts'

/** Whether a page may be fetched before it is opened. A pointer that rests on a link wakes no project that may sleep. */
export function mayPreload(queryClient: QueryClient, pathname: string): boolean {
  const ref = databaseOf(pathname)
  return ref === undefined || queryClient.getQueryData(projectQuery(ref).queryKey)?.sleep === 'awake'
}
