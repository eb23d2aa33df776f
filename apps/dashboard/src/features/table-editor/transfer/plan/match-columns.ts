import type { EntityColumn } from '@colonnade/pg-meta'

type Column = Pick<EntityColumn, 'name' | 'is_generated' | 'identity_generation' | 'is_nullable' | 'default_value' | 'is_identity'>

/** Columns that a file can fill: not those that the database always computes. */
export function fillableColumns<C extends Column>(columns: readonly C[]): C[] {
  return columns.filter((column) => !column.is_generated && column.identity_generation !== 'ALWAYS')
}

/**
 * The column of a table for each heading of a file: of the same name, else of the same letters and digits. No column twice. Where the file
 * has no headings, the first field goes to the first column and so on.
 */
export function matchColumns(headings: readonly (string | null)[], columns: readonly Column[]): (string | null)[] {
  const names = fillableColumns(columns).map(({ name }) => name)
  if (headings.every((heading) => heading === null)) return headings.map((_, place) => names[place] ?? null)
  const free = new Set(names)
  const take = (name: string | undefined) => {
    if (name !== undefined) free.delete(name)
    return name ?? null
  }
  const exact = headings.map((heading) => (heading !== null && free.has(heading) ? take(heading) : null))
  return headings.map((heading, place) => {
    if (exact[place] !== null || heading === null) return exact[place] ?? null
    const wanted = letters(heading)
    return wanted === '' ? null : take([...free].find((name) => letters(name) === wanted))
  })
}

/** Columns that must have a value and get none: not mapped, without a default. */
export function missingColumns(columns: readonly Column[], targets: readonly (string | null)[]): string[] {
  return fillableColumns(columns)
    .filter((column) => !column.is_nullable && column.default_value === null && !column.is_identity && !targets.includes(column.name))
    .map(({ name }) => name)
}

function letters(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
