const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'] as const
export type Operator = (typeof operators)[number]

/** A condition on one column. */
export interface Filter {
  readonly column: string
  readonly isNegated: boolean
  readonly operator: Operator
  /** Values of a list for `in`, and one value for all other operators. */
  readonly values: readonly string[]
}

/** Values of an `in`. */
export const listMost = 100

/** Why a filter can't be read. */
export class FilterError extends Error {}

/** Reads `col=[not.]op.value`, several joined by commas. @throws FilterError */
export function parseFilters(text: string): Filter[] {
  return splitTop(text).map((part) => {
    const [, column, not, name, value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part.trim()) ?? []
    if (column === undefined || name === undefined || value === undefined) throw new FilterError(`[${JSON.stringify(text)}]`)
    const operator = operators.find((each) => each === name)
    if (operator === undefined) throw new FilterError(`[${JSON.stringify(name)}]`)
    const values = operator === 'in' ? readList(value) : [unquote(value)]
    if (operator === 'is' && !['null', 'true', 'false', 'unknown'].includes(values[0]!)) throw new FilterError(`[${JSON.stringify(value)}]`)
    return { column: unquote(column.trim()), isNegated: not !== undefined, operator, values }
  })
}

function readList(value: string): string[] {
  const inside = /^\((.*)\)$/s.exec(value)?.[1]
  if (inside === undefined) throw new FilterError(`[${JSON.stringify(value)}]`)
  const values = splitTop(inside).map(unquote)
  if (values.length > listMost) throw new FilterError(`["in" takes at most ${listMost} values]`)
  return values
}

/** Splits at commas that are in neither quotes nor parentheses. */
function splitTop(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (isQuoted && sign === '\\') {
      part += sign + (text[(at += 1)] ?? '')
      continue
    }
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth += 1
    else if (!isQuoted && sign === ')') depth -= 1
    if (sign === ',' && depth === 0 && !isQuoted) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
}

function unquote(text: string): string {
  const quoted = /^"(.*)"$/s.exec(text)?.[1]
  return quoted === undefined ? text : quoted.replace(/\\(.)/gs, '$1')
}

const integers: ReadonlySet<string> = new Set(['int2', 'int4', 'int8'])
const texts: ReadonlySet<string> = new Set(['text', 'varchar', 'uuid'])

/** Returns true if a value matches, as far as that can be decided without Postgres; null where it can't. */
export function fits({ operator, isNegated, values }: Filter, type: string, value: string | null): boolean | null {
  const found = compare(operator, values, type, value)
  if (found === null) return null
  // unknown stays unknown when it is negated
  if (found === 'unknown') return false
  return found !== isNegated
}

function compare(operator: Operator, values: readonly string[], type: string, value: string | null): boolean | 'unknown' | null {
  const wanted = values[0]!
  if (operator === 'is') {
    if (wanted === 'null' || wanted === 'unknown') return value === null
    return value === (wanted === 'true' ? 't' : 'f')
  }
  if (value === null) return operator === 'isdistinct' ? true : 'unknown'
  const [left = null, ...right] = readAll(type, [value, ...values])
  if (left === null || right.includes(null)) return null
  const first = right[0]!
  switch (operator) {
    case 'eq':
      return left === first
    case 'neq':
    case 'isdistinct':
      return left !== first
    case 'in':
      return right.includes(left)
    default:
  }
  if (typeof left !== 'bigint' || typeof first !== 'bigint') return null
  switch (operator) {
    case 'lt':
      return left < first
    case 'lte':
      return left <= first
    case 'gt':
      return left > first
    case 'gte':
      return left >= first
    default:
      return null
  }
}

/** Values as they can be compared with each other here; null for those which only Postgres can compare. */
function readAll(type: string, values: readonly string[]): readonly (string | bigint | null)[] {
  if (type === 'numeric') return readDecimals(values)
  const read = readerOf(type)
  return read === null ? [null] : values.map(read)
}

/** Numbers as whole multiples of the smallest digit among them. */
function readDecimals(values: readonly string[]): readonly (bigint | null)[] {
  const parts = values.map((value) => /^([+-]?\d{1,200})(?:\.(\d*))?$/.exec(value))
  const digits = Math.max(...parts.map((part) => part?.[2]?.length ?? 0))
  return parts.map((part) => (part === null || digits > digitsMost ? null : BigInt(part[1]! + (part[2] ?? '').padEnd(digits, '0'))))
}

/** Decimals that are compared here. */
const digitsMost = 100

/** Returns how to compare values of a type here; null for types with rules that only Postgres knows. */
function readerOf(type: string): ((text: string) => string | bigint | null) | null {
  if (integers.has(type)) return (text) => (/^-?\d{1,40}$/.test(text) ? BigInt(text) : null)
  if (type === 'uuid') return readUuid
  if (type === 'bool') return readBool
  return texts.has(type) ? (text) => text : null
}

/** Returns false if Postgres can't read the filter's values either; it may read values that aren't understood here. */
export function isReadable({ operator, values }: Filter, type: string): boolean {
  const read = readerOf(type)
  return operator === 'is' || isPattern(operator) || read === null || values.every((value) => read(value) !== null)
}

function isPattern(operator: Operator): boolean {
  return operator.endsWith('like') || operator.endsWith('match')
}

/** Returns the value as Postgres prints it. */
export function readUuid(text: string): string | null {
  const [, ...parts] = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(text.replaceAll(/[{}-]/g, '').toLowerCase()) ?? []
  return parts.length === 0 ? null : parts.join('-')
}

/** Returns the value as Postgres prints it. */
export function readBool(text: string): string | null {
  if (/^\s*(?:t|tr|tru|true|y|ye|yes|on|1)\s*$/i.test(text)) return 't'
  return /^\s*(?:f|fa|fal|fals|false|n|no|of|off|0)\s*$/i.test(text) ? 'f' : null
}

/** Returns SQL: whether `x`, a string of the type, matches `$n`; for filters that can't be decided without Postgres. */
export function conditionOf({ operator, isNegated }: Filter, type: string, value: string): string {
  const left = `v.x::${type}`
  const right = `${value}::${type}`
  const patterns: Readonly<Partial<Record<Operator, string>>> = { like: 'like', ilike: 'ilike', match: '~', imatch: '~*' }
  const signs: Readonly<Partial<Record<Operator, string>>> = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' }
  const pattern = patterns[operator]
  const condition =
    pattern !== undefined
      ? `v.x ${pattern} ${value}::text`
      : operator === 'in'
        ? `${left} = any(${value}::text[]::${type}[])`
        : operator === 'isdistinct'
          ? `${left} is distinct from ${right}`
          : `${left} ${signs[operator] ?? '='} ${right}`
  return isNegated ? `not (${condition})` : `(${condition})`
}
