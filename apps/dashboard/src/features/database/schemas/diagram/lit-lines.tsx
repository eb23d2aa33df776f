import { relationLines, type PlacedTable } from '../layout/relation-path.ts'
import type { DiagramRelation } from '../model/diagram-model.ts'
import { useSpotlight, type Spotlight } from './spotlight.ts'

export interface LitLinesProps {
  readonly byNode: ReadonlyMap<string, readonly DiagramRelation[]>
  readonly places: ReadonlyMap<string, PlacedTable>
  readonly spotlight: Spotlight
}

/** Draws the highlighted table's relations again, on top. */
export function LitLines({ byNode, places, spotlight }: LitLinesProps) {
  const current = useSpotlight(spotlight, (id) => id)
  if (current === null) return null
  return (
    <svg aria-hidden className="pointer-events-none absolute z-[2000] size-px overflow-visible fill-none stroke-accent stroke-2">
      {(byNode.get(current) ?? []).map((relation) => (
        <path key={relation.id} d={pathOf(relation, places)} />
      ))}
    </svg>
  )
}

function pathOf(relation: DiagramRelation, places: ReadonlyMap<string, PlacedTable>): string {
  const from = places.get(relation.from)
  const to = places.get(relation.to)
  return from === undefined || to === undefined ? '' : relationLines(relation, from, to).join('')
}
