import { memo } from 'react'
import { relationLines, type PlacedTable } from '../layout/relation-path.ts'
import type { DiagramRelation } from '../model/diagram-model.ts'
import { useSpotlight, type Spotlight } from './spotlight.ts'

export interface RelationLinesProps {
  readonly relations: readonly DiagramRelation[]
  readonly byNode: ReadonlyMap<string, readonly DiagramRelation[]>
  readonly places: ReadonlyMap<string, PlacedTable>
  readonly spotlight: Spotlight
}

/** The lines between tables, below them; those of the table that is looked at once more, above all. */
export function RelationLines({ relations, byNode, places, spotlight }: RelationLinesProps) {
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute -z-10 size-px overflow-visible fill-none stroke-faint opacity-70">
        {relations.map((relation) => (
          <Line key={relation.id} path={pathOf(relation, places)} />
        ))}
      </svg>
      <LitLines byNode={byNode} places={places} spotlight={spotlight} />
    </>
  )
}

function LitLines({ byNode, places, spotlight }: Omit<RelationLinesProps, 'relations'>) {
  const current = useSpotlight(spotlight, (id) => id)
  if (current === null) return null
  return (
    <svg aria-hidden className="pointer-events-none absolute z-[2000] size-px overflow-visible fill-none stroke-accent stroke-2">
      {(byNode.get(current) ?? []).map((relation) => (
        <Line key={relation.id} path={pathOf(relation, places)} />
      ))}
    </svg>
  )
}

const Line = memo(function Line({ path }: { readonly path: string }) {
  return <path d={path} />
})

function pathOf(relation: DiagramRelation, places: ReadonlyMap<string, PlacedTable>): string {
  const from = places.get(relation.from)
  const to = places.get(relation.to)
  return from === undefined || to === undefined ? '' : relationLines(relation, from, to).join('')
}
