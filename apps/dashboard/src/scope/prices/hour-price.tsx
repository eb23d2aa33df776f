import type { Project } from '@colonnade/contracts/projects/projects'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { hourPrice } from '../../lib/texts/hour-prices.ts'
import { addonsQuery } from '../database-source/addon-queries.ts'
import { organizationQuery } from '../queries.ts'
import { PricesFailed } from './prices-failed.tsx'

export interface HourPriceProps {
  readonly project: Pick<Project, 'ref' | 'organization_slug'>
  readonly of: 'branches' | 'read_replicas'
}

/** What one more branch or read replica of a project costs by the hour. */
export function HourPrice({ project: { ref, organization_slug: slug }, of }: HourPriceProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: report, error } = useQuery(addonsQuery(ref))
  if (report !== undefined) return <p className="text-sm text-soft">{hourPrice(organization, of, report.currency)}</p>
  if (error !== null) return <PricesFailed query={addonsQuery(ref)} />
  // in its place from the start: what comes later would move the buttons below it away from a click
  return <output className="block text-sm text-soft">Finding out what it costs …</output>
}
