import { lintLevels, type Lint, type LintLevel } from '@colonnade/contracts/data/lints'
import type { Tone } from '@colonnade/ui'

export interface LevelLook {
  readonly one: string
  readonly many: string
  readonly tone: Tone
}

export const levelLooks: Readonly<Record<LintLevel, LevelLook>> = {
  ERROR: { one: 'error', many: 'errors', tone: 'danger' },
  WARN: { one: 'warning', many: 'warnings', tone: 'warning' },
  INFO: { one: 'suggestion', many: 'suggestions', tone: 'neutral' },
}

/** What weighs most first; within a level, what belongs to the same rule together. */
export function byWeight(lints: readonly Lint[]): Lint[] {
  return [...lints].sort(
    (a, b) => lintLevels.indexOf(a.level) - lintLevels.indexOf(b.level) || a.title.localeCompare(b.title) || a.cache_key.localeCompare(b.cache_key),
  )
}

/** The most telling findings for a place with room for few: of each rule one before a second of any. */
export function topFindings(lints: readonly Lint[], count: number): Lint[] {
  const seen = new Map<string, number>()
  return byWeight(lints)
    .map((lint) => {
      const round = seen.get(lint.name) ?? 0
      seen.set(lint.name, round + 1)
      return { lint, round }
    })
    .sort((a, b) => lintLevels.indexOf(a.lint.level) - lintLevels.indexOf(b.lint.level) || a.round - b.round)
    .slice(0, count)
    .map(({ lint }) => lint)
}

export interface LevelCount {
  readonly level: LintLevel
  readonly count: number
  /** "2 errors". */
  readonly text: string
  readonly tone: Tone
}

/** How many there are of each level, without those that there are none of. */
export function countLevels(lints: readonly Lint[]): LevelCount[] {
  return lintLevels.flatMap((level) => {
    const count = lints.filter((lint) => lint.level === level).length
    const { one, many, tone } = levelLooks[level]
    return count === 0 ? [] : [{ level, count, text: `${count} ${count === 1 ? one : many}`, tone }]
  })
}
