import { type ExportFormat, exportKeptSeconds, type ExportOutcome } from '@colonnade/contracts/data/row-exports'
import { KeptItems, type KeptOptions } from '../../../kernel/kept-items/kept-items.ts'
import type { ExportColumn } from './formats.ts'
import { exportsMax } from './limits.ts'

export interface ExportInput {
  readonly query: string
  readonly role?: string | undefined
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  /** Identifier of the database to query; the primary if left out. */
  readonly database?: string | undefined
  readonly format: ExportFormat
  /** File name without its extension. */
  readonly file_name: string
  readonly table?: { readonly schema: string; readonly name: string } | undefined
}

/** An export, from its link until its end was requested. */
export interface Export extends ExportInput {
  readonly clusterRef: string
  readonly columns: readonly ExportColumn[]
  outcome: ExportOutcome
}

/** This module's part of a context. */
export interface HasExports {
  readonly exports: Exports
}

export type Exports = KeptItems<Export>

export function createExports(options: Pick<KeptOptions<Export>, 'clock' | 'random'>): Exports {
  return new KeptItems({ ...options, keptMs: exportKeptSeconds * 1_000, itemsMax: exportsMax, isBusy: ({ outcome }) => outcome.state === 'running' })
}
