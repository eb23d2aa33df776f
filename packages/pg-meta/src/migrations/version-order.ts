import type { Migration } from './migrations.ts'

/** Versions are times in UTC, to the second: "20240131120000". More digits mean a time between two seconds. */
const timeVersion = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})\d*$/

const secondMs = 1_000

/** Versions this far ahead of a change come from another clock, and are ignored (as in `getRecordMigrationSQL`). */
const clockDifferenceMs = 3_600_000

/** Returns the version of a moment. */
export const versionOf = (moment: Date): string => moment.toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** Returns the time that a version stands for, as ISO 8601; null if it isn't a time. */
export function timeOfVersion(version: string): string | null {
  const parts = timeVersion.exec(version)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second] = parts
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const time = new Date(text)
  // otherwise the 31st of a shorter month would become another day
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? text : null
}

/** Changes that become one migration, under a version that sorts as they happened. */
export interface PlacedChanges<Change> {
  readonly version: string
  /** When the last of them ran, as ISO 8601. */
  readonly createdAt: string
  /** In the order in which they ran. */
  readonly changes: readonly Change[]
}

type Known = Pick<Migration, 'version' | 'created_at'>

/**
 * Places past changes among existing migrations, so that replaying all of them in the order of their versions repeats what happened. Changes
 * with a migration between them become separate migrations.
 */
export function placeChanges<Change extends { readonly asked_at: string }>(
  changes: readonly Change[],
  known: readonly Known[],
): readonly PlacedChanges<Change>[] {
  const moments = known.flatMap((migration) => {
    const at = happenedAt(migration)
    return at === null ? [] : [{ version: migration.version, at }]
  })
  const placed: PlacedChanges<Change>[] = []
  for (const group of groupsOf(changes, moments)) {
    const createdAt = group.at(-1)!.asked_at
    const at = Date.parse(createdAt)
    const before = moments.filter(({ version, at: other }) => other <= at && Date.parse(timeOfVersion(version)!) <= at + clockDifferenceMs)
    const lower = greatest([...before, ...placed].map(({ version }) => version))
    const upper = least(moments.flatMap(({ version, at: other }) => (other > at && (lower === undefined || version > lower) ? [version] : [])))
    placed.push({ version: versionBetween(lower, upper, at), createdAt, changes: group })
  }
  return placed
}

function groupsOf<Change extends { readonly asked_at: string }>(changes: readonly Change[], moments: readonly { readonly at: number }[]): Change[][] {
  const groups: Change[][] = []
  let last: number | undefined
  for (const change of changes.toSorted((one, other) => Date.parse(one.asked_at) - Date.parse(other.asked_at))) {
    const at = Date.parse(change.asked_at)
    const isApart = last === undefined || moments.some((moment) => moment.at > last! && moment.at <= at)
    if (isApart) groups.push([])
    groups.at(-1)!.push(change)
    last = at
  }
  return groups
}

/**
 * Returns when a migration ran: when it was recorded, if its version dates from then, which can be seconds ahead of the clock. Otherwise the
 * time of its version, because it was recorded later or another tool stored no time. Null if neither is known.
 */
function happenedAt({ version, created_at }: Known): number | null {
  const text = timeOfVersion(version)
  if (text === null) return null
  const time = Date.parse(text)
  const recorded = created_at === null ? Number.NaN : Date.parse(created_at)
  return time + secondMs > recorded ? recorded : time
}

/** Returns a version as close to a moment as possible: its second, the nearest free one, or more digits between two neighbors. */
function versionBetween(lower: string | undefined, upper: string | undefined, at: number): string {
  const own = versionOf(new Date(at))
  const least = lower === undefined || own > lower ? own : versionOf(new Date(Date.parse(timeOfVersion(lower)!) + secondMs))
  if (upper === undefined || least < upper) return least
  const base = upper.slice(0, 14)
  const last = upper > base ? base : versionOf(new Date(Date.parse(timeOfVersion(upper)!) - secondMs))
  if (lower === undefined || last > lower) return last
  let start = lower
  for (;;) {
    const digit = [5, 4, 3, 2, 1].find((candidate) => `${start}${candidate}` < upper)
    if (digit !== undefined) return `${start}${digit}`
    start += '0'
  }
}

const greatest = (versions: readonly string[]): string | undefined => versions.toSorted().at(-1)
const least = (versions: readonly string[]): string | undefined => versions.toSorted()[0]

/**
 * Returns the version and the time of statements that ran before, from the log of unrecorded changes: the time of their last change. Null if
 * the log has none of them.
 */
export function placeStatements(
  statements: readonly string[],
  log: readonly { readonly asked_at: string; readonly statement: string | null }[],
  known: readonly Known[],
): Pick<PlacedChanges<unknown>, 'version' | 'createdAt'> | null {
  const texts = statements.map((statement) => statement.trim().replace(/[\s;]+$/, '')).filter((text) => text !== '')
  const found = log.filter(({ statement }) => texts.some((text) => statement?.includes(text)))
  const last = found.toSorted((one, other) => Date.parse(one.asked_at) - Date.parse(other.asked_at)).at(-1)
  return last === undefined ? null : placeChanges([last], known)[0]!
}
