import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { paths } from '../../../paths.ts'
import { mayPreload } from '../../../scope/may-preload.ts'
import { readGridDisplay } from '../columns/display.ts'
import { viewOf, type ViewSearch } from '../filters/view.ts'
import { entityQuery } from '../queries.ts'
import type { EditorSearch } from '../search.ts'
import { useReader } from '../viewer/use-viewer.ts'
import { pageRun } from './page-run.ts'
import { rowsAhead } from './runs-ahead.ts'

export interface OpenAhead {
  /** The pointer has come to the link of a relation: what it is will be asked soon. */
  readonly onNear: (id: number) => void
  /** A link was pressed, and leads to these rows: they are fetched while their pane is made. */
  readonly onPress: (id: number, place: ViewSearch & Pick<EditorSearch, 'from'>) => void
}

/** Begins with what the pane of a relation needs before it is there. */
export function useOpenAhead(projectRef: string): OpenAhead {
  const queryClient = useQueryClient()
  const as = useReader(projectRef)
  const beginRows = async (id: number, search: ViewSearch) => {
    try {
      const entity = await queryClient.fetchQuery(entityQuery(projectRef, { id }))
      if (entity === null) return
      const { rowsPerPage } = readGridDisplay()
      const run = pageRun({ entity, as }, viewOf(search, entity.columns), { offset: 0, limit: rowsPerPage }, rowsPerPage)
      rowsAhead.begin(projectRef, run, nameOf(projectRef, id))
    } catch {
      // the pane asks for the same, and says why there is none
    }
  }
  return {
    onNear: (id) => {
      // a pointer that passes over a list of links has one of them looked up at a time
      if (queryClient.isFetching({ queryKey: entityQuery(projectRef, { id }).queryKey.slice(0, -1) }) > 0) return
      if (mayPreload(queryClient, paths.project.editor(projectRef))) void queryClient.prefetchQuery(entityQuery(projectRef, { id }))
    },
    onPress: (id, place) => {
      if (place.from === undefined) void beginRows(id, place)
    },
  }
}

/** Whether the first rows of a relation, whose link was pressed, are about to come. */
export function useAreRowsComing(projectRef: string, id: number | undefined): boolean {
  return useSyncExternalStore(rowsAhead.subscribe, () => id !== undefined && rowsAhead.isUnderWay(nameOf(projectRef, id)))
}

const nameOf = (projectRef: string, id: number): string => `${projectRef} ${id}`
