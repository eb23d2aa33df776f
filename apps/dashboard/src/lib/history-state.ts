import '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** What an entry of the browser's history remembers besides its address. */
  interface HistoryState {
    /** The entry before this one is the same page without the Connect dialog. */
    hasOpenedConnect?: boolean
  }
}
