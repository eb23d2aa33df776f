import type { LucideIcon } from 'lucide-react'
import type { Asked } from '../../../lib/asked/asked.ts'

/** One thing that the command menu finds. There can be tens of thousands of them, so it holds no elements. */
export interface Entry {
  /** Identifies an entry, also across projects; used to remember recent entries. */
  readonly id: string
  readonly label: string
  /** Shows beside the label where the entry belongs; its words find it too. */
  readonly hint?: string | undefined
  /** More words that find it. */
  readonly synonyms?: string | undefined
  readonly icon: LucideIcon
  /** Keys that do the same. */
  readonly keys?: readonly string[] | undefined
  readonly does: Deed
}

/** Opens an address, where it may ask the page for something, or runs code. */
export type Deed = { readonly to: string; readonly asks?: Asked | undefined } | { readonly run: () => void }

export interface EntryGroup {
  readonly label: string
  readonly entries: readonly Entry[]
  /** Shows only what is searched for. */
  readonly isSearchOnly?: boolean
  /** Only finds what is spelled right: of names by the ten thousand, nearly any few letters resemble some. */
  readonly isExact?: boolean
  /** Entries that show at most. */
  readonly most?: number
}
