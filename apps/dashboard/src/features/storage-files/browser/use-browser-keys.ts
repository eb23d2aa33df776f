import type { KeyboardEvent } from 'react'
import type { FileActions } from '../actions/file-actions.tsx'
import { type Entry, parentOf } from '../entries/entry.ts'
import { move, noSelection, type Selection } from '../entries/selection.ts'

export interface BrowserKeysProps {
  readonly entries: readonly Entry[]
  readonly selected: readonly Entry[]
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** Entries per row: 1 in a list. */
  readonly columns: number
  /** Entries per screen, for Page Up and Page Down. */
  readonly pageSize: number
  readonly path: string
  readonly actions: FileActions
  readonly onOpen: (entry: Entry) => void
  readonly onOpenFolder: (path: string) => void
  /** Toggles the preview. */
  readonly onPreview: (entry: Entry) => void
  readonly onSelectAll: () => void
}

/** Handles the keyboard of the file list, as desktop file managers do. */
export function useBrowserKeys(props: BrowserKeysProps): (event: KeyboardEvent) => void {
  return (event) => {
    const { entries, selected, selection, onSelect, columns, pageSize, path, actions, onOpen, onOpenFolder, onPreview, onSelectAll } = props
    if (event.defaultPrevented) return
    const isMod = event.metaKey || event.ctrlKey
    const active = entries.find((entry) => entry.path === selection.active)
    const step = (count: number) => onSelect(move(selection, entries, count, event.shiftKey))
    const goUp = () => path !== '' && onOpenFolder(parentOf(path))
    const keys: Readonly<Record<string, (() => void) | false | undefined>> = isMod
      ? {
          a: onSelectAll,
          c: actions.mayWrite && selected.length > 0 && (() => actions.clip(selected)),
          v: actions.paste ?? false,
          ArrowUp: goUp,
          ArrowDown: active && (() => onOpen(active)),
        }
      : {
          ArrowDown: () => step(columns),
          ArrowUp: () => step(-columns),
          ArrowRight: columns > 1 && (() => step(1)),
          ArrowLeft: columns > 1 && (() => step(-1)),
          Home: () => step(-entries.length),
          End: () => step(entries.length),
          PageDown: () => step(pageSize),
          PageUp: () => step(-pageSize),
          Enter: active && (() => onOpen(active)),
          ' ': active && (() => onPreview(active)),
          Backspace: path !== '' && goUp,
          Escape: selection.paths.size > 0 && (() => onSelect(noSelection)),
          F2: actions.mayWrite && selected.length === 1 && (() => actions.rename(selected[0]!)),
          Delete: actions.mayWrite && selected.length > 0 && (() => actions.remove(selected)),
        }
    const act = keys[event.key]
    if (act === undefined || act === false) return
    event.preventDefault()
    act()
  }
}
