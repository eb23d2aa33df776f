/** The parts of a date or time as Postgres writes it in ISO style. What the text does not have is empty. */
export interface Moment {
  readonly date: string
  readonly time: string
  /** "+02", "-03:30", "Z" */
  readonly zone: string
  readonly isBc: boolean
}

const shape = /^(?:(\d{4,}-\d\d-\d\d))?(?:(?:^|[ T])(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))? ?(Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?( BC)?$/

/** Reads a date or time; null when it is written another way, as infinity is. */
export function readMoment(text: string): Moment | null {
  const [, date = '', time = '', zone = '', bc = ''] = shape.exec(text.trim()) ?? []
  return date === '' && time === '' ? null : { date, time, zone, isBc: bc !== '' }
}

export function writeMoment({ date, time, zone, isBc }: Moment): string {
  const clock = `${time}${zone}`
  return `${[date, clock].filter((part) => part !== '').join(' ')}${isBc ? ' BC' : ''}`
}

/** This moment as a text of a type, by the clock of this machine, or UTC where a zone is written. */
export function nowOf(format: string, now: Date): string {
  const utc = now.toISOString().replace('T', ' ').slice(0, 19)
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
  if (format === 'date') return date
  if (format === 'time') return time
  if (format === 'timestamp') return `${date} ${time}`
  return format === 'timetz' ? `${utc.slice(11)}+00` : `${utc}+00`
}
