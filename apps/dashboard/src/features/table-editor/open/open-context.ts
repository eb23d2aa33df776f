import { createContext, use } from 'react'
import { nothing, type Open } from './open.ts'

/** What is open over the grid, for whatever stands in the table editor: `const { open, onOpen } = useOpen()`. */
export interface OpenState {
  readonly open: Open
  /** Opens something in place of what is open; `nothing` closes. Asks first where unsaved work would be lost. */
  readonly onOpen: (open: Open) => void
  /** Closes what is open without asking: it has been saved. */
  readonly onDone: () => void
}

export const OpenContext = createContext<OpenState>({ open: nothing, onOpen: () => undefined, onDone: () => undefined })

export function useOpen(): OpenState {
  return use(OpenContext)
}
