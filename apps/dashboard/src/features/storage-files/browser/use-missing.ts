import { useQueries } from '@tanstack/react-query'
import type { Entry } from '../entries/entry.ts'
import { missingQuery } from '../entries/queries.ts'

/** Most files checked per request, the same as a page of the list. */
const namesMost = 500

const none: ReadonlySet<string> = new Set()

/** Returns the paths of files with missing content; empty while unknown. */
export function useMissing(ref: string, bucket: string, entries: readonly Entry[]): ReadonlySet<string> {
  const names = entries.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  const pages = Array.from({ length: Math.ceil(names.length / namesMost) }, (_, at) => names.slice(at * namesMost, (at + 1) * namesMost))
  return useQueries({
    queries: pages.map((page) => missingQuery(ref, bucket, page)),
    combine: (results) => {
      const missing = results.flatMap(({ data }) => data?.missing ?? [])
      return missing.length === 0 ? none : new Set(missing)
    },
  })
}
