import { parseType } from './type-names.ts'

const texts = new Set(['text', 'character varying', 'character'])
const numbers = ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']
const moments = new Set(['date', 'timestamp with time zone', 'timestamp without time zone'])

/** Whether two texts say the same type: "int4" and "integer" do. */
export function isSameType(one: string, other: string): boolean {
  const [a, b] = [parseType(one), parseType(other)]
  return a.name === b.name && a.modifier === b.modifier && a.dimensions === b.dimensions
}

/** Whether values of a type have a collation of their own. */
export function keepsCollation(type: string): boolean {
  return texts.has(parseType(type).name)
}

/**
 * Checks whether Postgres changes the type without a USING expression: between texts, numbers and moments, and everything into text, it casts when it
 * assigns (its documentation, CREATE CAST and 10.4). Where that is not known a USING expression is offered, which does no harm.
 */
export function isCastByItself(from: string, to: string): boolean {
  const [a, b] = [parseType(from), parseType(to)]
  if (a.dimensions !== b.dimensions) return false
  if (a.name === b.name) return true
  if (texts.has(b.name) && b.dimensions === 0) return true
  return (
    (texts.has(a.name) && texts.has(b.name)) || (numbers.includes(a.name) && numbers.includes(b.name)) || (moments.has(a.name) && moments.has(b.name))
  )
}

/**
 * Checks whether a change of type rewrites every row. It does unless the old values are the new ones as they stand: a longer or unlimited text,
 * a numeric of more digits, a longer precision of seconds, cidr as inet (Postgres documentation, ALTER TABLE, Notes).
 */
export function isRewrite(from: string, to: string): boolean {
  const [a, b] = [parseType(from), parseType(to)]
  if (isSameType(from, to)) return false
  // arrays take the way of casts over their entries
  if (a.dimensions > 0 || b.dimensions > 0)
    return !(
      a.dimensions === b.dimensions &&
      a.name !== b.name &&
      texts.has(a.name) &&
      texts.has(b.name) &&
      b.modifier === '' &&
      a.name !== 'character' &&
      b.name !== 'character'
    )
  const isVarying = (name: string) => name === 'text' || name === 'character varying'
  if (isVarying(a.name) && isVarying(b.name)) return !isLonger(a.modifier, b.modifier)
  if (a.name === 'bit varying' && b.name === 'bit varying') return !isLonger(a.modifier, b.modifier)
  if (a.name === 'numeric' && b.name === 'numeric') return !isRoomier(a.modifier, b.modifier)
  if (a.name === b.name && /^(timestamp|time) /.test(a.name)) return !isLonger(a.modifier, b.modifier)
  return !(a.name === 'cidr' && b.name === 'inet')
}

/** No limit, or a larger one. */
function isLonger(from: string, to: string): boolean {
  if (to === '') return true
  return from !== '' && Number(to) >= Number(from)
}

/** The same scale and at least the same precision. */
function isRoomier(from: string, to: string): boolean {
  if (to === '') return true
  if (from === '') return false
  const [[precision, scale = 0], [newPrecision, newScale = 0]] = [from, to].map((text) => text.split(',').map(Number)) as [number[], number[]]
  return scale === newScale && newPrecision! >= precision!
}

/** Whether a value may be there that the new type does not take, or takes otherwise than it was. */
export function isNarrowing(from: string, to: string): boolean {
  const [a, b] = [parseType(from), parseType(to)]
  if (isSameType(from, to)) return false
  if (a.dimensions !== b.dimensions) return true
  const isText = texts.has(b.name) && b.name !== 'character'
  if (isText) return b.modifier !== '' && !(texts.has(a.name) && isLonger(a.modifier, b.modifier))
  if (numbers.includes(a.name) && numbers.includes(b.name)) {
    const whole = ['smallint', 'integer', 'bigint']
    if (whole.includes(a.name) && whole.includes(b.name)) return whole.indexOf(b.name) < whole.indexOf(a.name)
    if (a.name === 'numeric' && b.name === 'numeric') return !isRoomier(a.modifier, b.modifier)
    return !(whole.includes(a.name) && b.name === 'numeric' && b.modifier === '')
  }
  return isRewrite(from, to)
}
