import type { NumberForm } from '@colonnade/contracts/data/row-imports'

const fields = (count: number): string => (count === 1 ? '1 field' : `${count} fields`)

/** Errors of imports. `size` is formatted, places count from 1. */
export const messages = {
  addsRows: 'an import adds rows',
  migrationName: (table: string) => `Create table ${table}`,
  tooManyBad: (most: number, last: string) => `More than ${most} rows are invalid. The last one: ${last}`,
  rolledBack: 'The transaction was rolled back',
  noTable: (table: string, schema: string) => `Schema ${schema} has no table ${table}`,
  noColumn: (table: string, column: string) => `Table ${table} has no column ${column}`,
  generated: (column: string) => `Postgres computes the column ${column}. Leave it out.`,
  numbered: (column: string) => `Postgres always generates the column ${column}. Leave it out.`,
  plan: {
    position: 'Enter the position of the field, starting at 0',
    member: 'Enter the name of the member',
    repeated: 'A column can have only one field',
    key: 'Choose the key’s columns',
    keyNotImported: 'Columns of the key must be imported too',
    tooWide: (most: number) => `Imports by key can have ${most} columns at most`,
  },
  notEncoded: (encoding: string) => `The file isn’t valid ${encoding.toUpperCase()}`,
} as const

/** What is wrong with a file, or with a row of it. */
export const fileText = {
  row: (size: string) => `The row is larger than ${size}`,
  record: (size: string) => `A record is larger than ${size}`,
  rowAt: (line: number, size: string) => `Line ${line}: the row is larger than ${size}. Is a closing quote missing?`,
  openQuote: 'A quote in this row is never closed',
  innerQuote: 'A quote in this row opens or closes inside a value. Write quotes that belong to the value twice',
  missingField: (count: number, position: number) => `The first row has ${fields(count)}, so there’s no field ${position}. Is the delimiter right?`,
  tooManyFields: (count: number, most: number) => `The first row has ${fields(count)}. The limit is ${most}. Is the delimiter right?`,
  fieldCount: (count: number, expected: number | null) => `The row has ${fields(count)}, but the first row has ${expected}`,
  nulByte: 'The row contains a NUL byte, which Postgres can’t store',
  carriageReturn: 'The row contains a carriage return outside of quotes',
  notNumber: (text: string, form: NumberForm) =>
    `“${text}” isn’t a number with a decimal ${form === 'decimal_comma' ? 'comma, as in 1.500,25' : 'point, as in 1,500.25'}`,
  notJson: (problem: string) => `The record isn’t a valid JSON object: ${problem}`,
  notObject: 'it’s another type of value',
  notUtf8: 'The record isn’t valid UTF-8',
  nulCharacter: 'The value contains a NUL character, which Postgres can’t store',
  surrogate: 'The value contains half a character (an unpaired surrogate)',
  empty: 'The file is empty. It must contain an array',
  openArray: 'The array is never closed',
  afterArray: 'The file has content after the array',
  noArray: 'The file isn’t an array of objects. Is it NDJSON?',
  memberNoArray: (member: string) => `The member ${JSON.stringify(member)} isn’t an array`,
  noObject: 'The file isn’t an object',
  noMember: (member: string) => `The object has no member ${JSON.stringify(member)}`,
} as const
