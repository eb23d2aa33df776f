import { formatBytes } from '../bytes.ts'
import { computes, regions, type Compute, type Region } from '@colonnade/contracts'

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
