const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** A size as people read it: 1024-based like Postgres's pg_size_pretty, three figures at most. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return bytes === 1 ? '1 byte' : `${value.toFixed(digits)} ${units[unit]}`
}
