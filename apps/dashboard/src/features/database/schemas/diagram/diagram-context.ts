import { createContext, useContext } from 'react'
import type { DiagramNode } from '../model/diagram-model.ts'
import type { Spotlight } from './spotlight.ts'

/** Shared by all tables of a diagram. */
export interface DiagramScope {
  readonly projectRef: string
  readonly spotlight: Spotlight
  /** Each table's related tables, itself included. */
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>
  /** The column found by search. */
  readonly found: { readonly id: string; readonly column: string } | null
  /** Zoomed out too far to read columns. */
  readonly isFar: boolean
  readonly onFold: (id: string) => void
  readonly onSchema: (node: DiagramNode) => void
}

export const DiagramContext = createContext<DiagramScope | null>(null)

export function useDiagram(): DiagramScope {
  const scope = useContext(DiagramContext)
  if (scope === null) throw new Error('A table of a diagram stands outside of one')
  return scope
}
