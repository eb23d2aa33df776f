import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { partitionsQuery } from './entity-queries.ts'
import type { KnownPartitions } from './list-entries.ts'

/** The partitioned tables that are open in the list, and their partitions as they come. */
export function usePartitions(ref: string) {
  const [pages, setPages] = useState<ReadonlyMap<number, number>>(new Map())
  const parents = [...pages]
  const answers = useQueries({ queries: parents.map(([parent, count]) => partitionsQuery(ref, parent, count)) })
  const known = new Map<number, KnownPartitions | null>(parents.map(([parent], index) => [parent, answers[index]?.data ?? null]))
  return {
    known,
    toggle: (parent: number) => {
      const next = new Map(pages)
      if (!next.delete(parent)) next.set(parent, 1)
      setPages(next)
    },
    more: (parent: number) => setPages(new Map(pages).set(parent, (pages.get(parent) ?? 0) + 1)),
  }
}
