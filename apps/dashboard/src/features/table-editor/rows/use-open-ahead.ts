import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { paths } from '../../../paths.ts'
import { mayPreload } from '../../../scope/may-preload.ts'
import type { ViewSearch } from '../filters/view.ts'
import { entityQuery } from '../queries.ts'
import type { EditorSearch } from '../search.ts'
import { useReader } from '../viewer/use-viewer.ts'
import { beginRows, rowsName } from './begin-rows.ts'
import { rowsAhead } from './runs-ahead.ts'

export interface OpenAhead {
  /** The pointer has come to the link of a relation: what it is will be asked soon. */
  readonly onNear: (id: number) => void
  /** A link was pressed that opens these rows: they are fetched while their pane renders. */
  readonly onPress: (id: number, place: ViewSearch & Pick<EditorSearch, 'from'>) => void
}

/** Begins with what the pane of a relation needs before it is there. */
export function useOpenAhead(projectRef: string): OpenAhead {
  const queryClient = useQueryClient()
  const as = useReader(projectRef)
  return {
    onNear: (id) => {
      // a pointer that passes over a list of links has one of them looked up at a time
      if (queryClient.isFetching({ queryKey: entityQuery(projectRef, { id }).queryKey.slice(0, -1) }) > 0) return
      if (mayPreload(queryClient, paths.project.editor(projectRef))) void queryClient.prefetchQuery(entityQuery(projectRef, { id }))
    },
    onPress: (id, place) => {
      if (place.from === undefined) void beginRows(queryClient, projectRef, { id }, place, as)
    },
  }
}

/** Whether the first rows of a relation, whose link was pressed, are about to come. */
export function useAreRowsComing(projectRef: string, id: number | undefined): boolean {
  return useSyncExternalStore(rowsAhead.subscribe, () => id !== undefined && rowsAhead.isUnderWay(rowsName(projectRef, id)))
}
