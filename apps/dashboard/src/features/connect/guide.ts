import type { Language } from '../../lib/code-text/highlight.ts'
import type { ConnectionTarget } from '../../lib/connection-uri.ts'

/** A whole file, as it goes into somebody's project. */
export interface CodeFile {
  /** Its path inside the project. */
  readonly name: string
  readonly language: Language
  readonly text: string
}

/** What a driver or an ORM needs to reach the database. */
export interface DatabaseParameters {
  readonly target: ConnectionTarget
  /** null leaves the placeholder. */
  readonly password: string | null
  /** Each transaction may run on another connection, so nothing may be prepared (spec §9). */
  readonly isTransactionPooler: boolean
}

/** One way to write a guide's files; most guides have one. */
export interface GuideVariant<Parameters> {
  readonly id: string
  readonly label: string
  readonly files: (parameters: Parameters) => readonly CodeFile[]
}

/** How to connect with one tool, from nothing to a first answer. */
export interface Guide<Parameters> {
  readonly id: string
  readonly label: string
  /** Where the tool explains itself. */
  readonly docs: string
  /** Commands that bring what the files need, in order. */
  readonly install: readonly string[]
  /** How to see it work. */
  readonly run?: string
  readonly variants: readonly [GuideVariant<Parameters>, ...GuideVariant<Parameters>[]]
}

/** A guide that has its files in one form only. */
export function only<Parameters>(files: (parameters: Parameters) => readonly CodeFile[]): readonly [GuideVariant<Parameters>] {
  return [{ id: 'only', label: '', files }]
}

/** A file of `NAME=value` lines. Every value is one that needs no quotes: an address, a key or a placeholder. */
export function envFile(name: string, values: Readonly<Record<string, string>>): CodeFile {
  return { name, language: 'env', text: lines(...Object.entries(values).map(([key, value]) => `${key}=${value}`)) }
}

export function lines(...texts: readonly string[]): string {
  return texts.join('\n')
}
