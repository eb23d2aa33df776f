/** A number digit for digit: `units` of ten to the minus `scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Beyond so many digits a sum would take longer than anybody waits. */
const maxScale = 2_000

/** Reads what Postgres prints for a number; null for what is none, as NaN and Infinity. */
export function decimalOf(text: string): Decimal | null {
  const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > maxScale) return null
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** The units of a number at a larger scale. */
export function unitsAt({ units, scale }: Decimal, larger: number): bigint {
  return units * 10n ** BigInt(larger - scale)
}

export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

export interface Aggregate {
  /** Of values that are not NULL. */
  readonly count: number
  readonly nulls: number
  /** Of the numbers among them; null when there are none. */
  readonly numbers: {
    readonly count: number
    readonly sum: string
    readonly min: string
    readonly max: string
    readonly average: string
    /** Whether the average has further digits. */
    readonly isRounded: boolean
  } | null
}

const averageDigits = 6

/** Figures of some values, to the last digit: nothing passes through a float. */
export function aggregate(values: Iterable<{ readonly text: string | null; readonly isNumber: boolean }>): Aggregate {
  let count = 0
  let nulls = 0
  const numbers: { readonly text: string; readonly decimal: Decimal }[] = []
  for (const { text, isNumber } of values) {
    if (text === null) nulls += 1
    else {
      count += 1
      const decimal = isNumber ? decimalOf(text) : null
      if (decimal !== null) numbers.push({ text, decimal })
    }
  }
  if (numbers.length === 0) return { count, nulls, numbers: null }
  const scale = numbers.reduce((most, { decimal }) => Math.max(most, decimal.scale), 0)
  const scaled = numbers.map(({ decimal }) => unitsAt(decimal, scale))
  const sum = scaled.reduce((total, units) => total + units, 0n)
  const least = scaled.reduce((best, units) => (units < best ? units : best))
  const most = scaled.reduce((best, units) => (units > best ? units : best))
  const divided = sum * 10n ** BigInt(averageDigits)
  const by = BigInt(scaled.length)
  const half = divided < 0n ? -by / 2n : by / 2n
  const average = trimmed({ units: (divided + half) / by, scale: scale + averageDigits }, scale)
  return {
    count,
    nulls,
    numbers: {
      count: numbers.length,
      sum: decimalText({ units: sum, scale }),
      min: decimalText({ units: least, scale }),
      max: decimalText({ units: most, scale }),
      average: decimalText(average),
      isRounded: divided % by !== 0n,
    },
  }
}

/** Without zeros at its end beyond a scale. */
function trimmed({ units, scale }: Decimal, least: number): Decimal {
  return scale > least && units % 10n === 0n ? trimmed({ units: units / 10n, scale: scale - 1 }, least) : { units, scale }
}
