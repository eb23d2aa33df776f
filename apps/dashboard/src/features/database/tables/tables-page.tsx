import type { EntityTypeCode } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Badge, buttonClass, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Table2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatNumber } from '../../../lib/bytes.ts'
import { loaded } from '../../../lib/late/loaded.ts'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { SchemaFilter } from '../objects/schema-filter.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, type SearchOptions } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { boundText, parentText, partitionsBelow, partitionsByTable } from './partition-tree.ts'
import { tableText, tablesText as text } from './messages.ts'
import { relationsAndPartitionsQuery, uncountedSizesQuery } from './table-queries.ts'
import { isAnyUncounted, sizesById, sizeText, withSizes, type SizedRelation } from './table-sizes.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'

// the list loads first
const TablePanel = lazy(loaded(() => import('./table-panel.tsx'), 'TablePanel'))
const GrantsForm = lazy(loaded(() => import('../grants/grants-form.tsx'), 'GrantsForm'))

export interface TablesPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

type Kind = EntityTypeCode | 'all' | 'partition'

const kinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'all', label: text.allKinds },
  ...Object.entries(kindLooks).map(([value, { plural }]) => ({ value: value as Kind, label: plural })),
  { value: 'partition', label: text.partitions },
]

const pageKind: PageKind<SizedRelation> = {
  title: text.title,
  description: text.description,
  noun: text.noun,
  keyOf: ({ id }) => String(id),
  textOf: ({ name, comment }) => `${name} ${comment ?? ''}`,
}

/** Lists the tables, views, materialized views and foreign tables of a schema. */
export function TablesPage({ projectRef, search, onSearch }: TablesPageProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const [kind, setKind] = useState<Kind>('all')
  const { data: all, error, refetch } = useQuery(relationsAndPartitionsQuery(projectRef, schema))
  // loads after the list: measuring reads files
  const hasUncounted = useMemo(() => all !== undefined && isAnyUncounted(all), [all])
  const { data: sizes, isFetching: isMeasuring } = useQuery({ ...uncountedSizesQuery(projectRef, schema), enabled: hasUncounted })
  const data = useMemo(() => all && withSizes(all, sizes && sizesById(sizes), partitionsByTable(all)), [all, sizes])
  const byTable = useMemo(() => data && partitionsByTable(data), [data])
  const shown = useMemo(() => data?.filter((relation) => isOfKind(relation, kind)), [data, kind])
  const address = addressOf({ search, onSearch })
  const mayAlter = mayWrite && !isSystemSchema(schema)
  // the form of grants returns to the Access tab
  const [isAccessFirst, setIsAccessFirst] = useState(false)
  const backToAccess = (options: SearchOptions) => {
    setIsAccessFirst(true)
    address.show({ isReplaced: true, ...options })
  }
  const newLink = mayAlter && (
    <Link to={paths.project.newTable(projectRef, schema)} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden />
      {text.newTable}
    </Link>
  )
  const columns: readonly ObjectColumn<SizedRelation>[] = [
    {
      label: text.name,
      sortBy: ({ name }) => name,
      renderCell: (relation, tabIndex) => (
        <RelationName relation={relation} tabIndex={tabIndex} onOpen={() => address.open(pageKind.keyOf(relation))} />
      ),
    },
    {
      label: text.columns,
      className: 'w-24',
      isNumber: true,
      sortBy: ({ columns: count }) => count,
      renderCell: ({ columns: count }) => formatNumber(count),
    },
    {
      label: text.rows,
      className: 'w-32',
      isNumber: true,
      sortBy: ({ rows_estimate }) => rows_estimate,
      renderCell: ({ rows_estimate }) => (rows_estimate === null ? <None /> : `≈ ${formatNumber(Math.round(rows_estimate))}`),
    },
    {
      label: text.size,
      className: 'w-28',
      isNumber: true,
      sortBy: ({ bytes }) => bytes,
      renderCell: (relation) => sizeText(relation) ?? (isMeasuring && relation.type !== 'v' && relation.type !== 'f' ? <Measuring /> : <None />),
    },
    {
      label: text.access,
      className: 'w-52 max-lg:hidden',
      renderCell: (relation) => <Marks relation={relation} />,
    },
  ]
  return (
    <ObjectPage
      kind={pageKind}
      list={{ data: shown, error, refetch }}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newLink}
      filters={
        <>
          <SchemaFilter {...{ projectRef, schema, search, onSearch }} />
          <Select<Kind> label={text.kind} value={kind} options={kinds} onValueChange={setKind} className="w-full md:w-44" />
        </>
      }
      empty={
        kind === 'all' ? (
          <EmptyState icon={<Table2 aria-hidden />} title={text.empty(schema)} action={newLink}>
            {text.emptyHint}
          </EmptyState>
        ) : (
          <EmptyState icon={<Table2 aria-hidden />} title={text.noneOf(kinds.find(({ value }) => value === kind)!.label, schema)}>
            {text.noneOfHint}
          </EmptyState>
        )
      }
    >
      <OpenedObject
        items={data}
        keyOf={pageKind.keyOf}
        search={search}
        onSearch={onSearch}
        renderObject={(relation) => (
          <Suspense>
            <TablePanel
              projectRef={projectRef}
              relation={relation}
              partitions={byTable ? partitionsBelow(relation.id, byTable) : []}
              onOpen={(id) => address.open(String(id))}
              mayWrite={mayAlter}
              firstPart={isAccessFirst ? 'access' : 'columns'}
              onGrant={() => address.act('grant')}
              onClose={() => address.close()}
            />
          </Suspense>
        )}
        renderForm={(relation, act) =>
          act === 'grant' &&
          mayAlter && (
            <Suspense>
              <GrantsForm
                projectRef={projectRef}
                relation={relation}
                onClose={() => backToAccess({})}
                onDone={() => backToAccess({ isSaved: true })}
              />
            </Suspense>
          )
        }
        gone={tableText.gone}
      />
    </ObjectPage>
  )
}

/** Hides partitions, unless the filter asks for them. */
function isOfKind({ type, partition_of }: RelationSummary, kind: Kind): boolean {
  if (kind === 'partition') return partition_of !== null
  return partition_of === null && (kind === 'all' || type === kind)
}

function RelationName({ relation, tabIndex, onOpen }: { readonly relation: SizedRelation; readonly tabIndex: 0 | -1; readonly onOpen: () => void }) {
  const { label, Icon } = kindLooks[relation.type]
  const parent = parentText(relation)
  const remark = relation.comment ?? (parent === null ? null : `${parent} ${boundText(relation.partition_of!.bound)}`)
  return (
    <EntryButton tabIndex={tabIndex} onOpen={onOpen} className="items-center gap-2">
      <Icon aria-label={label} className="size-4 shrink-0 text-faint" />
      <span className="flex min-w-0 flex-col max-md:flex-1">
        <span className="truncate font-mono text-xs" title={relation.name}>
          {relation.name}
        </span>
        <span className="truncate text-xs text-faint tabular-nums md:hidden">
          {[
            text.columnCount(formatNumber(relation.columns), relation.columns === 1),
            relation.rows_estimate !== null && text.rowCount(formatNumber(Math.round(relation.rows_estimate))),
            sizeText(relation),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="shrink-0 md:hidden">
        <Marks relation={relation} />
      </span>
      {remark !== null && (
        <span className="min-w-0 flex-1 truncate text-xs text-faint max-md:hidden" title={remark}>
          {remark}
        </span>
      )}
    </EntryButton>
  )
}

function Marks({ relation }: { readonly relation: RelationSummary }) {
  const hasPolicies = relation.type === 'r' || relation.type === 'p'
  return (
    <span className="flex items-center gap-1">
      {hasPolicies && (
        <Badge tone={relation.rls_enabled ? 'accent' : 'warning'}>
          {relation.rls_enabled ? (relation.rls_forced ? text.rlsForced : text.rls) : text.noRls}
        </Badge>
      )}
      {relation.publications.includes('supabase_realtime') && <Badge tone="neutral">{text.realtime}</Badge>}
    </span>
  )
}

/** Shown while a figure loads. */
function Measuring() {
  return (
    <span className="text-faint" aria-label={text.measuring}>
      …
    </span>
  )
}

/** Shown if there is no such figure. */
function None() {
  return (
    <span className="text-faint" aria-label={text.none}>
      –
    </span>
  )
}
