/** The units that people enter durations in, by the unit that a setting is kept in. */
export const durationUnits = {
  seconds: { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 },
  hours: { minutes: 1 / 60, hours: 1, days: 24 },
} as const
export type KeptUnit = keyof typeof durationUnits
export type DurationUnit = 'seconds' | 'minutes' | 'hours' | 'days'

const factorOf = (kept: KeptUnit, unit: DurationUnit): number => (durationUnits[kept] as Partial<Record<DurationUnit, number>>)[unit] ?? 1

export const unitsOf = (kept: KeptUnit): DurationUnit[] => Object.keys(durationUnits[kept]) as DurationUnit[]

const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text.trim())
/** Without what halves and thirds leave behind the comma. */
const tidy = (value: number): number => Number(value.toPrecision(12))

/** Returns the largest unit in which a duration is a whole number; that in which it is kept for zero, and for what is no number. */
export function unitFor(kept: KeptUnit, text: string): DurationUnit {
  const value = Number(text)
  if (!isNumber(text) || value === 0) return kept
  return unitsOf(kept).findLast((unit) => Number.isInteger(tidy(value / factorOf(kept, unit)))) ?? kept
}

/** Returns what a kept duration is in a unit. A text that is no number stays as it is. */
export const inUnit = (kept: KeptUnit, unit: DurationUnit, text: string): string =>
  isNumber(text) ? String(tidy(Number(text) / factorOf(kept, unit))) : text

/** Returns what an entered duration is in the unit that it is kept in. A text that is no number stays as it is, to be refused. */
export const fromUnit = (kept: KeptUnit, unit: DurationUnit, text: string): string =>
  isNumber(text) ? String(tidy(Number(text) * factorOf(kept, unit))) : text
