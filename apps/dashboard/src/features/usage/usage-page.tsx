import { billingPeriod } from '@colonnade/contracts/billing/billing-periods'
import { usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { Button, EmptyState, Input, Label, Select, Skeleton } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChartColumn, Download } from 'lucide-react'
import { useId } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { followDownload } from '../../lib/save-file.ts'
import { useToday } from '../../lib/use-is-visible.ts'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { ExceedingNotice } from './exceeding-notice.tsx'
import { MetricPanel } from './metric-panel.tsx'
import { usageFileAddress, usageQuery } from './queries.ts'
import { daysOf, problemOf } from './days.ts'
import { pageText } from './messages.ts'
import { type UsageSearch, usageRanges } from './search.ts'
import { dayText, unbilledText } from './usage-words.ts'

export interface UsagePageProps {
  readonly slug: string
  readonly search: UsageSearch
  readonly onSearch: (search: UsageSearch) => void
}

const all = 'all'

/** What an organization's projects use, day by day, and what its plan includes. */
export function UsagePage({ slug, search, onSearch }: UsagePageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  useTitle('Usage', organization.name)
  const seesAll = isAllowed(organization, 'projects:read')
  // what a plan is about is no business of who has none of its projects
  const hasNone = !seesAll && projects.length === 0
  const days = daysOf(search, new Date(useToday()))
  const problem = problemOf(days)
  const query = { ...days, ...(search.projectRef !== undefined && { project_ref: search.projectRef }) }
  const { data: report, error, refetch } = useQuery({ ...usageQuery(slug, query), enabled: !hasNone && problem === null })
  const change = (part: Partial<UsageSearch>) => onSearch({ ...search, ...part })
  const isElsewhere = search.projectRef !== undefined && projects.every(({ ref }) => ref !== search.projectRef)
  const period = billingPeriod(new Date(days.start))
  const isOfPlan = seesAll && search.projectRef === undefined && period.start === days.start && period.end === days.end
  const unbilled = report === undefined ? null : unbilledText(report)
  const measured = report?.measured_until ?? null
  if (hasNone) {
    return (
      <Page title={pageText.title}>
        <EmptyState icon={<ChartColumn aria-hidden />} title={pageText.noAccessTitle}>
          {pageText.noAccessBody(organization.name)}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title={pageText.title}
      description={
        seesAll ? pageText.description(organization.name, organization.plan.name) : pageText.ownDescription(organization.name, organization.plan.name)
      }
      actions={
        <Button disabled={problem !== null} onClick={() => followDownload(usageFileAddress(slug, query), `${slug}_usage.csv`)}>
          <Download aria-hidden />
          {pageText.downloadCSV}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <search aria-label={pageText.filters} className="flex flex-wrap items-end gap-2">
          <Select
            label={pageText.project}
            className="w-52 max-md:grow max-md:basis-2/5"
            value={search.projectRef ?? all}
            onValueChange={(ref) => change({ projectRef: ref === all ? undefined : ref })}
            options={[
              { value: all, label: seesAll ? pageText.allProjects : pageText.allOwn },
              ...projects.map(({ ref, name }) => ({ value: ref, label: name })),
              ...(isElsewhere ? [{ value: search.projectRef!, label: search.projectRef! }] : []),
            ]}
          />
          <Select
            label={pageText.period}
            className="w-52 max-md:grow max-md:basis-2/5"
            value={search.range ?? 'period'}
            onValueChange={(range) => {
              if (range === 'custom') change({ range, ...days })
              else change({ range: range === 'period' ? undefined : range, start: undefined, end: undefined })
            }}
            options={usageRanges}
          />
          {search.range === 'custom' && (
            <>
              <DayInput label={pageText.firstDay} value={days.start} onChange={(start) => change({ start })} />
              <DayInput label={pageText.lastDay} value={days.end} onChange={(end) => change({ end })} />
            </>
          )}
          <p className="self-center text-xs text-faint max-md:w-full md:ml-auto">
            {pageText.days(
              dayText(days.start),
              dayText(days.end),
              measured === null ? null : new Date(measured).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
            )}
          </p>
        </search>
        {problem !== null && <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">{problem}</p>}
        {report === undefined && error !== null && <ErrorNotice error={error} subject={pageText.failed} onRetry={() => void refetch()} />}
        {unbilled !== null && <p className="text-sm text-soft">{unbilled}</p>}
        <ExceedingNotice slug={slug} />
        {problem === null && report === undefined && error === null && (
          <output aria-label={pageText.loading} className="grid gap-4 lg:grid-cols-2">
            {usageMetrics.map(({ id }) => (
              <Skeleton key={id} className="h-72 w-full rounded-lg" />
            ))}
          </output>
        )}
        {problem === null && report !== undefined && (
          <div className="grid gap-4 lg:grid-cols-2">
            {report.usages.map((item) => (
              <MetricPanel key={item.metric} slug={slug} item={item} query={query} isOfPlan={isOfPlan} />
            ))}
          </div>
        )}
        <p className="text-xs text-faint">{pageText.measured}</p>
      </div>
    </Page>
  )
}

function DayInput({ label, value, onChange }: { readonly label: string; readonly value: string; readonly onChange: (day: string) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1 max-md:grow max-md:basis-2/5">
      <Label htmlFor={id}>{label}</Label>
      <Input id={id} type="date" value={value} onChange={({ target }) => target.value !== '' && onChange(target.value)} />
    </div>
  )
}
