import { format, type EntityColumn } from '@colonnade/pg-meta'

/** A condition in SQL: some column's text holds this one, whatever the capitals. */
export function containsText(columns: readonly Pick<EntityColumn, 'name'>[], text: string): string {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const chunks = Array.from({ length: Math.ceil(columns.length / maxArguments) }, (_, index) =>
    columns.slice(index * maxArguments, (index + 1) * maxArguments),
  )
  // between the values a sign that nobody looks for, so that nothing is found across two of them
  const conditions = chunks.map(
    (chunk) => `concat_ws(chr(30), ${chunk.map(({ name }) => format.ident(name)).join(', ')}) ilike ${format.literal(pattern)}`,
  )
  return conditions.join(' or ')
}

/** A function takes a hundred; one is the sign. */
const maxArguments = 99
