import type { DailyUsage, UsageSeries } from '@colonnade/contracts/organizations/usage'
import { seriesText } from './messages.ts'

/** What a series is called: its project, its ref when that is gone, or the others together. Names that are the same get their refs. */
export function seriesNames({ series, projects }: Pick<DailyUsage, 'series' | 'projects'>): string[] {
  const others = projects - series.filter(({ project_ref: ref }) => ref !== null).length
  const plain = series.map(({ project_ref: ref, name }: UsageSeries) => {
    if (ref === null) return seriesText.otherProjects(others)
    return name ?? `${ref} (removed)`
  })
  return plain.map((name, index) => (plain.indexOf(name) === plain.lastIndexOf(name) ? name : `${name} (${series[index]!.project_ref})`))
}
