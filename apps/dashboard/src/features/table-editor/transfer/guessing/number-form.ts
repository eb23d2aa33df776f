import { type NumberForm, plainNumber } from '@colonnade/contracts/data/row-imports'
import type { SampleCell } from '../reading/sample.ts'

/** As Postgres reads it: no form needs to be known. */
const plainPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** A number is no longer than this: of long texts none is looked at. */
const maxLength = 40

/**
 * How the numbers of a file are written, if only one form is possible; `plain` where it is not known. Undefined where there are no numbers
 * with commas, or with something between thousands: then nobody needs to be asked.
 */
export function numberFormOf(rows: readonly { readonly cells: readonly (SampleCell | undefined)[] }[]): NumberForm | undefined {
  const texts = rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.form === 'plain' && isNumberLike(cell.text) ? [cell.text.trim()] : [])))
  const [comma, point] = (['decimal_comma', 'decimal_point'] as const).map((form) => texts.map((text) => plainNumber(text, form) !== null))
  const odd = texts.filter((text, place) => !plainPattern.test(text) && (comma![place] || point![place]))
  // what is a number in neither form says nothing of the others
  const places = texts.flatMap((_, place) => (comma![place] || point![place] ? [place] : []))
  // 1.500 may be fifteen hundred: worth asking if no other number decides
  const isOpen = places.length > 0 && places.every((place) => comma![place] && point![place])
  if (odd.length === 0 && !isOpen) return undefined
  const [isComma, isPoint] = [comma!, point!].map((fits) => places.every((place) => fits[place]))
  if (isComma === isPoint) return 'plain'
  return isComma ? 'decimal_comma' : 'decimal_point'
}

function isNumberLike(text: string): boolean {
  return text.length <= maxLength && /\d/.test(text) && /[,.'’ \u00a0\u202f]/.test(text) && /^[\d,.'’\s+-]+$/.test(text)
}
