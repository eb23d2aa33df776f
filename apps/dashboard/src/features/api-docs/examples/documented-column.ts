import type { CompletionColumn } from '@colonnade/pg-meta/completion-details'

/** A column as the docs show it. */
export interface DocumentedColumn extends CompletionColumn {
  /** Values of an enum, in order; empty for other types. */
  readonly labels: readonly string[]
}
