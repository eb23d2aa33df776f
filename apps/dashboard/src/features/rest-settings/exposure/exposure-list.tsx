import { type Exposed, type ExposedRole, exposedRoles } from '@colonnade/pg-meta/exposure'
import { Badge, cn, EmptyState, SegmentedControl } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Braces, Eye, ShieldCheck, Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { type ObjectColumn, type ObjectKind, ObjectList } from '../../../lib/object-page/object-list.tsx'
import { addressOf } from '../../../lib/object-page/object-search.ts'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { exposureQuery } from '../queries.ts'
import type { DataApiSearch, DataApiSearchProps } from '../search.ts'
import { type Assessment, assess, canReach, toneOf } from './assess.ts'
import { ExposurePanel } from './exposure-panel.tsx'
import { exposureListText } from './messages.ts'
import { accessText, findingTitle, protectionOf, reachText } from './words.ts'

export interface ExposureListProps extends DataApiSearchProps {
  readonly projectRef: string
  /** Exposed schemas. */
  readonly schemas: readonly string[]
}

const kind: ObjectKind<Assessment> = {
  noun: exposureListText.noun,
  keyOf: ({ item }) => String(item.id),
  textOf: ({ item }) => `${item.schema}.${item.name} ${item.kind}`,
}

const roleOptions = [{ value: 'both', label: exposureListText.bothRoles } as const, ...exposedRoles.map((role) => ({ value: role, label: role }))]

/** The list sorts the worst findings first by default. */
const worstFirst = exposureListText.finding
const { firstColumn } = exposureListText

/** `ObjectList` sorts by its first column by default, this list by findings, so the address omits another order. */
const listedOrder = ({ order, ...rest }: DataApiSearch): DataApiSearch => ({
  ...rest,
  order: order === undefined ? worstFirst : order === firstColumn ? undefined : order,
})
const addressedOrder = ({ order, ...rest }: DataApiSearch): DataApiSearch => ({
  ...rest,
  order: order === undefined ? firstColumn : order === worstFirst ? undefined : order,
})

/** Lists what anon and authenticated can do with each exposed object. */
export function ExposureList({ projectRef, schemas, search, onSearch }: ExposureListProps) {
  const { data, error, refetch } = useQuery(exposureQuery(projectRef, schemas))
  const { role } = search
  const items = useMemo(() => data && assessAll(data, role), [data, role])
  const address = addressOf({ search, onSearch })
  const shownRoles = role === undefined ? exposedRoles : [role]
  const columns: readonly ObjectColumn<Assessment>[] = [
    {
      label: firstColumn,
      sortBy: ({ item }) => item.name,
      renderCell: (assessment, tabIndex) => (
        <ObjectName assessment={assessment} roles={shownRoles} tabIndex={tabIndex} onOpen={() => address.open(kind.keyOf(assessment))} />
      ),
    },
    {
      label: worstFirst,
      className: 'w-64',
      sortBy: ({ rank }) => rank,
      renderCell: (assessment) => <FindingBadge assessment={assessment} />,
    },
    ...shownRoles.map((each) => ({
      label: each,
      className: 'w-36',
      sortBy: ({ item }: Assessment) => accessText(item, each),
      renderCell: ({ item }: Assessment) => <span className="block truncate text-xs">{accessText(item, each)}</span>,
    })),
    {
      label: exposureListText.protection,
      className: 'w-44 max-lg:hidden',
      sortBy: ({ item }) => protectionOf(item),
      renderCell: ({ item }) => <span className="block truncate text-xs text-soft">{protectionOf(item)}</span>,
    },
  ]
  return (
    <>
      <p className="text-soft">{exposureListText.description}</p>
      <ObjectList
        label={exposureListText.label}
        kind={kind}
        list={{ data: items, error, refetch }}
        columns={columns}
        search={listedOrder(search)}
        onSearch={(next, options) => onSearch(addressedOrder(next), options)}
        filters={
          <SegmentedControl
            label={exposureListText.role}
            value={role ?? 'both'}
            options={roleOptions}
            onValueChange={(next) => onSearch({ ...search, role: next === 'both' ? undefined : next }, { isReplaced: true })}
          />
        }
        notice={items && items.length > 0 && <Summary items={items} />}
        empty={
          <EmptyState
            icon={<ShieldCheck aria-hidden />}
            title={role !== undefined && data?.length !== 0 ? exposureListText.noRole(role) : exposureListText.empty}
          >
            {data?.length === 0 && exposureListText.emptyText}
          </EmptyState>
        }
      />
      <OpenedObject
        items={data}
        keyOf={({ id }) => String(id)}
        search={search}
        onSearch={onSearch}
        renderObject={(item) => <ExposurePanel projectRef={projectRef} item={item} onClose={() => address.close()} />}
        gone={exposureListText.gone}
      />
    </>
  )
}

function assessAll(items: readonly Exposed[], role: ExposedRole | undefined): Assessment[] {
  if (role === undefined) return items.map((item) => assess(item, exposedRoles))
  return items.filter((item) => canReach(item, role)).map((item) => assess(item, [role]))
}

/** Counts the objects with findings, by severity. */
function Summary({ items }: { readonly items: readonly Assessment[] }) {
  const worst = items.flatMap(({ findings: [first] }) => (first === undefined ? [] : [toneOf(first)]))
  const serious = worst.filter((tone) => tone === 'danger').length
  const others = worst.length - serious
  return (
    <output className="flex flex-wrap gap-1.5" aria-label={exposureListText.findings}>
      {serious > 0 && <Badge tone="danger">{exposureListText.unprotected(serious)}</Badge>}
      {others > 0 && <Badge tone="warning">{exposureListText.toReview(others)}</Badge>}
      {worst.length === 0 && <Badge tone="accent">{exposureListText.fine}</Badge>}
    </output>
  )
}

const icons = { table: Table2, 'foreign table': Table2, view: Eye, 'materialized view': Eye, function: Braces } as const

const textClass = { danger: 'text-danger', warning: 'text-warning', accent: 'text-accent', neutral: 'text-soft' } as const

interface ObjectNameProps {
  readonly assessment: Assessment
  readonly roles: readonly ExposedRole[]
  readonly tabIndex: 0 | -1
  readonly onOpen: () => void
}

function ObjectName({ assessment: { item, findings }, roles, tabIndex, onOpen }: ObjectNameProps) {
  const Icon = icons[item.kind]
  const signature = item.kind === 'function' ? `${item.name}(${item.arguments})` : item.name
  const [first] = findings
  return (
    <EntryButton tabIndex={tabIndex} onOpen={onOpen} className="items-center gap-2">
      <Icon aria-label={item.kind} className="size-4 shrink-0 text-faint" />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-mono text-xs" title={`${item.schema}.${signature}`}>
          <span className="text-faint">{item.schema}.</span>
          {signature}
        </span>
        <span className={cn('truncate text-xs md:hidden', textClass[first === undefined ? 'neutral' : toneOf(first)])}>
          {first === undefined ? reachText(item, roles) : findingTitle(first, item)}
        </span>
      </span>
    </EntryButton>
  )
}

function FindingBadge({ assessment: { item, findings } }: { readonly assessment: Assessment }) {
  const [first, ...more] = findings
  if (first === undefined) return <span className="text-xs text-faint">–</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Badge tone={toneOf(first)} className="min-w-0 shrink truncate">
        {findingTitle(first, item)}
      </Badge>
      {more.length > 0 && <span className="text-xs text-faint">+{more.length}</span>}
    </span>
  )
}
