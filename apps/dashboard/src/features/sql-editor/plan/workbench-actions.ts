import { createContext, useContext } from 'react'

/** What is shown below the code may ask of it. */
export interface WorkbenchActions {
  readonly projectRef: string
  /** Writes SQL below what is there and selects it, so that the next run runs it. */
  readonly addText: (sql: string) => void
}

export const WorkbenchActionsContext = createContext<WorkbenchActions | null>(null)

/** Null outside of a workbench. */
export function useWorkbenchActions(): WorkbenchActions | null {
  return useContext(WorkbenchActionsContext)
}
