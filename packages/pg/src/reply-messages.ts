/** A column of a result, as the server describes it. */
export interface ExecutedField {
  readonly name: string
  readonly typeOid: number
  readonly typeModifier: number
  readonly tableOid: number
  readonly columnNumber: number
}

/** The driver's form of a RowDescription. */
export interface RowDescription {
  readonly fields: readonly { name: string; dataTypeID: number; dataTypeModifier: number; tableID: number; columnID: number }[]
}

export function fieldsOf({ fields }: RowDescription): ExecutedField[] {
  return fields.map((field) => ({
    name: field.name,
    typeOid: field.dataTypeID,
    typeModifier: field.dataTypeModifier,
    tableOid: field.tableID,
    columnNumber: field.columnID,
  }))
}

/** "INSERT 0 5" → INSERT, 5; "CREATE TABLE" → CREATE TABLE, null (Postgres documentation, 54.7, CommandComplete). */
export function readTag(tag: string): { command: string; rowCount: number | null } {
  const words = tag.split(' ')
  const counts = words.filter((word) => /^\d+$/.test(word))
  return { command: words.slice(0, words.length - counts.length).join(' '), rowCount: counts.length === 0 ? null : Number(counts.at(-1)) }
}
