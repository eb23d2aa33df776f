import type { ExportRequest } from './export-request.ts'

/** What the export dialog is about; null while it is closed. It opens from the list of tables, the header and the grid. */
let request: ExportRequest | null = null
const listeners = new Set<() => void>()

export const exportDialog = {
  get: () => request,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Opens the dialog in which the columns and the format of an export are chosen. */
export function openExportDialog(next: ExportRequest): void {
  request = next
  for (const listener of listeners) listener()
}

export function closeExportDialog(): void {
  request = null
  for (const listener of listeners) listener()
}
