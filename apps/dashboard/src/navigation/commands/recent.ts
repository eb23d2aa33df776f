import { keep, readKept } from '../../lib/kept.ts'

const key = 'recent-commands'
/** More than the menu lists: what was used last also leads among what fits equally well. */
const maxKept = 60

/** Ids of the commands that were used last, the latest first. */
export function recentCommands(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readKept(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string').slice(0, maxKept) : []
  } catch {
    return []
  }
}

export function rememberCommand(id: string): void {
  keep(key, JSON.stringify([id, ...recentCommands().filter((other) => other !== id)].slice(0, maxKept)))
}
