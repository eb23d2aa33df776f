import { type NumberForm, plainNumber } from '@colonnade/contracts/data/row-imports'
import { isInOrder, numberedDate, type DateOrder } from './date-order.ts'
import { readValueText } from './messages.ts'

export interface Reading {
  readonly dateOrder: DateOrder | undefined
  readonly numberForm: NumberForm | undefined
}

/** Converts a text for a column of a type: to another text, to itself, or to an error if it can't be read. */
export function readValue(
  text: string,
  type: string,
  { dateOrder, numberForm = 'plain' }: Reading,
): { readonly text: string } | { readonly wrong: string } {
  if (isNumberType(type)) {
    const number = plainNumber(text, numberForm)
    return number === null ? { wrong: readValueText.invalidNumber(numberForm === 'decimal_comma') } : { text: number }
  }
  if (!/^(?:date|timestamp)/i.test(type) || dateOrder === undefined) return { text }
  const date = numberedDate(text)
  if (date === null) return { text }
  const order = dateOrder === 'day' ? 'day' : 'month'
  if (!isInOrder(date, order)) return { wrong: readValueText.invalidDate(order) }
  const [day, month] = order === 'day' ? [date.first, date.second] : [date.second, date.first]
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = text.indexOf(' ')
  return { text: `${date.year}-${two(month)}-${two(day)}${clock < 0 ? '' : text.slice(clock)}` }
}

function isNumberType(type: string): boolean {
  return /^(?:smallint|integer|bigint|int[248]?|numeric|decimal|real|double precision|float[48]?)\b(?!.*\[)/i.test(type)
}
