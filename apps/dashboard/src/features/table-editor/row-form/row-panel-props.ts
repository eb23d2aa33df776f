import type { EditorSearch } from '../search.ts'
import type { Staging } from '../staging/staging.ts'
import type { TableScope } from '../table-scope.ts'

/** What panels about rows of the table are given. */
export interface RowPanelProps {
  readonly scope: TableScope
  readonly staging: Staging
  /** Closes; asks first if the panel is dirty. */
  readonly onClose: () => void
  /** Closes without asking. */
  readonly onDone: () => void
  /** Goes to other rows: those that a row refers to, or that refer to it. */
  readonly onFollow: (search: EditorSearch) => void
}
