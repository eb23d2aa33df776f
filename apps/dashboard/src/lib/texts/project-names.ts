import { formatBytes } from '../bytes.ts'
import { computes, regions, type Compute, type Project, type Region } from '@colonnade/contracts/projects/projects'

export function regionName(id: Region): string {
  return regions.find((region) => region.id === id)?.name ?? id
}

export function computeName(id: Compute): string {
  return computes.find((compute) => compute.id === id)?.name ?? id
}

/** Sizes as choices, with what each brings. */
export const computeOptions = computes.map(({ id, name, buffers_mb: buffers, connections }) => ({
  value: id,
  label: name,
  hint: `${formatBytes(buffers * 1024 * 1024)} buffers, ${connections} connections`,
}))

/** What people call it: a branch is a project of its own, and they do not see it as one. */
export function nounOf({ parent_project_ref: parent }: Pick<Project, 'parent_project_ref'>): 'project' | 'branch' {
  return parent === null ? 'project' : 'branch'
}
