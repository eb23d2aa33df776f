import { useEffect, useState } from 'react'
import type { DiagramModel } from '../model/diagram-model.ts'
import { groupTables, type Grouping, type TableGroup } from '../model/groups.ts'
import type { Places } from './lay-out.ts'
import { requestLayout } from './request-layout.ts'
import { tableHeight, tablePx } from './sizes.ts'

export interface LaidOut {
  readonly model: DiagramModel
  readonly grouping: Grouping
  readonly groups: readonly TableGroup[]
  readonly places: Places
  /** All tables start without their columns. */
  readonly isFolded: boolean
  /** Increases with each layout. */
  readonly version: number
}

/** Lays out a diagram; the previous layout stays until the next is ready. `error` until one succeeds. */
export function useLayout(model: DiagramModel, grouping: Grouping, isFolded: boolean): { readonly laidOut: LaidOut | null; readonly error: unknown } {
  const [state, setState] = useState<{ readonly laidOut: LaidOut | null; readonly error: unknown }>({ laidOut: null, error: null })
  useEffect(() => {
    const leaving = new AbortController()
    const groups = groupTables(model, grouping)
    const request = {
      nodes: model.nodes.map((node) => ({ id: node.id, width: tablePx.width, height: tableHeight(node, isFolded) })),
      relations: model.relations.map(({ from, to }) => ({ from, to })),
      groups: groups.map(({ ids }) => ids),
    }
    requestLayout(request, leaving.signal).then(
      (places) =>
        leaving.signal.aborted ||
        setState(({ laidOut }) => ({ laidOut: { model, grouping, groups, places, isFolded, version: (laidOut?.version ?? 0) + 1 }, error: null })),
      (error: unknown) => leaving.signal.aborted || setState((before) => ({ ...before, error })),
    )
    return () => leaving.abort()
  }, [model, grouping, isFolded])
  return state
}
