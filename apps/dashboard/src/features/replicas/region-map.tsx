import type { Replica } from '@colonnade/contracts/copies/replicas'
import { regions, type Project, type Region } from '@colonnade/contracts/projects/projects'
import { cn, Tooltip } from '@colonnade/ui'
import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import land from 'world-atlas/land-110m.json'
import { regionName } from '../../lib/texts/project-names.ts'
import { regionMapText } from './messages.ts'
import { regionPlaces } from './region-places.ts'
import { lookOf } from './replica-looks.ts'

const [width, height] = [960, 430]
const projection = geoEqualEarth().fitExtent(
  [
    [4, 4],
    [width - 4, height - 4],
  ],
  // without the Antarctic, where nobody keeps a database
  {
    type: 'MultiPoint',
    coordinates: [
      [-168, 0],
      [180, 0],
      [0, 76],
      [0, -56],
    ],
  },
)
const world = land as unknown as Topology
const landPath = geoPath(projection)(feature(world, world.objects['land']!)) ?? ''

export interface RegionMapProps {
  readonly project: Project
  /** Undefined while loading; an empty region isn't shown as empty until then. */
  readonly replicas: readonly Replica[] | undefined
  /** Opens the dialog for a region. Undefined without the permission, or at the limit. */
  readonly onCreate: ((region: Region) => void) | undefined
}

/** Shows the primary and its replicas on a map of the 16 named regions. */
export function RegionMap({ project, replicas: known, onCreate }: RegionMapProps) {
  const replicas = known ?? []
  const primary = placeOf(project.region)
  const arcs = replicas.flatMap(({ identifier, region }) => {
    const to = placeOf(region)
    return primary && to && region !== project.region ? [{ identifier, path: arcPath(project.region, region) }] : []
  })
  const local = [
    ...(project.region === 'local' ? [regionMapText.localPrimary] : []),
    ...replicas.filter(({ region }) => region === 'local').map(() => regionMapText.localReplica),
  ]
  return (
    <figure aria-label={regionMapText.mapOfRegions} className="relative overflow-hidden rounded-lg border bg-surface">
      <div className="relative">
        <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden>
          <path d={landPath} className="fill-hover stroke-line" strokeWidth={0.5} />
          {arcs.map(({ identifier, path }) => (
            <path key={identifier} d={path} className="fill-none stroke-accent/60" strokeWidth={1.5} strokeDasharray="4 4" />
          ))}
        </svg>
        <ul aria-label={regionMapText.regions}>
          {(known ? regions : regions.filter(({ id }) => id === project.region)).map(({ id }) => (
            <Marker key={id} region={id} project={project} replicas={replicas.filter(({ region }) => region === id)} onCreate={onCreate} />
          ))}
        </ul>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2 text-xs text-soft">
        <Legend className="bg-accent">{regionMapText.primary}</Legend>
        <Legend className="border-2 border-accent bg-surface">{regionMapText.readReplica}</Legend>
        <Legend className="border border-soft bg-surface">{regionMapText.emptyRegion}</Legend>
        {local.length > 0 && <span>{regionMapText.onThisMachine(local.join(', '))}</span>}
      </figcaption>
    </figure>
  )
}

interface MarkerProps extends RegionMapProps {
  readonly region: Region
  readonly replicas: readonly Replica[]
}

function Marker({ region, project, replicas, onCreate }: MarkerProps) {
  const place = placeOf(region)
  if (!place) return null
  const isPrimary = project.region === region
  const looks = replicas.map((replica) => lookOf(replica, project))
  const worst = looks.find(({ tone }) => tone !== 'accent') ?? looks[0]
  const what = [
    ...(isPrimary ? [regionMapText.marker.primary] : []),
    ...looks.map(({ label: how }) => regionMapText.marker.replica(how.toLowerCase())),
    ...(!isPrimary && replicas.length === 0 ? [regionMapText.marker.empty] : []),
  ].join('; ')
  const isEmpty = !isPrimary && replicas.length === 0
  const label = onCreate ? regionMapText.markerLabelCreate(regionName(region), what) : regionMapText.markerLabel(regionName(region), what)
  return (
    <li className="absolute" style={{ left: `${(place[0] / width) * 100}%`, top: `${(place[1] / height) * 100}%` }}>
      <Tooltip content={label}>
        <button
          type="button"
          // a shortcut for the pointer, smaller than WCAG 2.5.8 asks: the button above the map does the same for everyone
          tabIndex={-1}
          aria-label={label}
          aria-disabled={onCreate === undefined}
          onClick={() => onCreate?.(region)}
          className="absolute flex size-5 -translate-1/2 items-center justify-center rounded-full aria-disabled:cursor-default"
        >
          <span
            className={cn(
              'block rounded-full transition-colors',
              isEmpty && 'size-2 border border-soft bg-surface hover:bg-selected',
              isPrimary && 'size-3 bg-accent ring-4 ring-accent/20',
              !isPrimary && !isEmpty && 'size-3 border-2 bg-surface',
              !isPrimary && worst?.tone === 'accent' && 'border-accent',
              !isPrimary && worst?.tone === 'warning' && 'border-warning',
              !isPrimary && worst?.tone === 'danger' && 'border-danger',
              !isPrimary && worst?.tone === 'neutral' && 'border-strong',
            )}
          />
        </button>
      </Tooltip>
    </li>
  )
}

function Legend({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={cn('size-2.5 rounded-full', className)} />
      {children}
    </span>
  )
}

function placeOf(region: Region): [number, number] | null {
  return region === 'local' ? null : projection([...regionPlaces[region]])
}

/** Returns the path of the great circle between two regions. */
function arcPath(from: Region, to: Region): string {
  if (from === 'local' || to === 'local') return ''
  return geoPath(projection)({ type: 'LineString', coordinates: [[...regionPlaces[from]], [...regionPlaces[to]]] }) ?? ''
}
