import { createContext, useContext } from 'react'
import type { DiagramNode } from '../model/diagram-model.ts'
import type { Spotlight } from './spotlight.ts'

/** What all tables of a diagram share. */
export interface DiagramScope {
  readonly projectRef: string
  readonly spotlight: Spotlight
  /** The tables that each is related to, and itself. */
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>
  /** The column that was searched for. */
  readonly found: { readonly id: string; readonly column: string } | null
  /** So far away that columns could not be read. */
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
