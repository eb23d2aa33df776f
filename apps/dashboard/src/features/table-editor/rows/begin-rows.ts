import type { QueryClient } from '@tanstack/react-query'
import type { RunAs } from '../../../scope/run-sql.ts'
import { readGridDisplay } from '../columns/display.ts'
import { viewOf, type ViewSearch } from '../filters/view.ts'
import { entityQuery } from '../queries.ts'
import type { EntityRef } from '../search.ts'
import { countRun } from './count-run.ts'
import { pageRun } from './page-run.ts'
import { countsAhead, rowsAhead } from './runs-ahead.ts'

/** Fetches the first rows of a relation, and the estimate of their number, before the pane that shows them is there. */
export async function beginRows(queryClient: QueryClient, projectRef: string, entityRef: EntityRef, search: ViewSearch, as?: RunAs): Promise<void> {
  try {
    const entity = await queryClient.fetchQuery(entityQuery(projectRef, entityRef))
    if (entity === null) return
    const { rowsPerPage } = readGridDisplay()
    const view = viewOf(search, entity.columns)
    const run = pageRun({ entity, as }, view, { offset: 0, limit: rowsPerPage }, rowsPerPage)
    countsAhead.begin(projectRef, countRun({ entity, as }, view, false))
    rowsAhead.begin(projectRef, run, rowsName(projectRef, entity.id))
  } catch {
    // the pane sends the same request, and shows why it failed
  }
}

export const rowsName = (projectRef: string, id: number): string => `${projectRef} ${id}`
