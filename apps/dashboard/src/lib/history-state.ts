import '@tanstack/react-router'
import type { Asked } from './asked/asked.ts'

declare module '@tanstack/react-router' {
  /** What an entry of the browser's history remembers besides its address. */
  interface HistoryState {
    /** The entry before this one is the same page without the Connect dialog. */
    hasOpenedConnect?: boolean
    /** What a command asks of the page. */
    asks?: Asked | undefined
  }
}
