const pattern = /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?(?:([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?|Z)?( BC)?$/

/**
 * A date or timestamp as Postgres prints it (DateStyle ISO), in milliseconds since 1970; without a zone it is a time of the clock here.
 * Infinite ones are infinite. Null for what is none.
 */
export function momentOf(text: string): number | null {
  if (text === 'infinity') return Number.POSITIVE_INFINITY
  if (text === '-infinity') return Number.NEGATIVE_INFINITY
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', sign, zoneHour, zoneMinute = '0', zoneSecond = '0', era] =
    pattern.exec(text) ?? []
  if (whole === undefined) return null
  const counted = era === undefined ? Number(year) : 1 - Number(year)
  const at = new Date(0)
  const isZoned = sign !== undefined || text.endsWith('Z')
  if (isZoned) {
    at.setUTCFullYear(counted, Number(month) - 1, Number(day))
    at.setUTCHours(Number(hour), Number(minute), Number(second))
  } else {
    at.setFullYear(counted, Number(month) - 1, Number(day))
    at.setHours(Number(hour), Number(minute), Number(second))
  }
  const offsetMs = isZoned && sign !== undefined ? ((Number(zoneHour) * 60 + Number(zoneMinute)) * 60 + Number(zoneSecond)) * 1_000 : 0
  const time = at.getTime() + Number(fraction) * 1_000 - (sign === '-' ? -offsetMs : offsetMs)
  return Number.isNaN(time) ? null : time
}
