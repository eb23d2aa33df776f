import { useSyncExternalStore } from 'react'

/** SQL for the editor panel, with a callback for a successful run. */
export interface EditorPanelRequest {
  readonly text?: string
  readonly onRun?: () => void
}

interface PanelState {
  readonly isOpen: boolean
  /** Each is taken once. */
  readonly request: EditorPanelRequest | null
}

let state: PanelState = { isOpen: false, request: null }
const listeners = new Set<() => void>()

/** Opens the editor panel over the page. A text goes below what is written there and is selected: nothing is lost. */
export const openEditorPanel = (request: EditorPanelRequest = {}): void => set({ isOpen: true, request })

/** Closes it, whatever is open in it. */
export const leaveEditorPanel = (): void => set({ isOpen: false, request: null })

let mayClose = (): boolean => true

/** Closes it, unless what is open in it has to be asked about first. */
export const closeEditorPanel = (): void => void (mayClose() && leaveEditorPanel())

/** Asked before the panel closes, until what this gives is called. */
export function guardEditorPanel(ask: () => boolean): () => void {
  mayClose = ask
  return () => {
    mayClose = () => true
  }
}

export const toggleEditorPanel = (): void => (state.isOpen ? closeEditorPanel() : openEditorPanel())

export const useEditorPanel = (): PanelState => useSyncExternalStore(subscribe, () => state)

function set(next: PanelState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
