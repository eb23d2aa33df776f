import { format, type EntityColumn } from '@colonnade/pg-meta'

/** A condition in SQL: some column's text holds this one, whatever the capitals. */
export function containsText(columns: readonly Pick<EntityColumn, 'name'>[], text: string): string {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const chunks = Array.from({ length: Math.ceil(columns.length / maxArguments) }, (_, index) =>
    columns.slice(index * maxArguments, (index + 1) * maxArguments),
  )
  // between the values a sign that nobody looks for, so that nothing is found across two of them
  const conditions = chunks.map((chunk) => `${joined('chr(30)', chunk)} ilike ${format.literal(pattern)}`)
  return conditions.join(' or ')
}

/**
 * The texts of columns in one. Where they have different collations Postgres can't tell by which to compare what is made of them (42P22), and
 * some collations know no ILIKE: it is that of the database.
 */
export function joined(separator: string, columns: readonly Pick<EntityColumn, 'name'>[]): string {
  return `(concat_ws(${separator}, ${columns.map(({ name }) => format.ident(name)).join(', ')}) collate "default")`
}

/** A function takes a hundred; one is the sign. */
const maxArguments = 99
