import type { Command, CommandGroup } from '@colonnade/ui'
import { rank } from './rank.ts'

/** Commands shown of a group, before and after something is typed. */
const maxUntyped = 7
const maxTyped = 25

/**
 * What the menu shows of all there is: what was used last and the beginning of each group at first; after typing what fits, the group
 * with the best fit first.
 */
export function narrow(groups: readonly CommandGroup[], recent: readonly string[], text: string): CommandGroup[] {
  if (text.trim() === '') {
    const byId = new Map(groups.flatMap(({ items }) => items).map((command) => [command.id, command]))
    const latest = recent.flatMap((id): Command[] => (byId.has(id) ? [byId.get(id)!] : []))
    const others = groups.map(({ label, items }) => ({ label, items: items.filter((command) => !latest.includes(command)).slice(0, maxUntyped) }))
    return [{ label: 'Recent', items: latest }, ...others].filter(isFilled)
  }
  return groups
    .map(({ label, items }) => ({ label, ...rank(items, text, maxTyped) }))
    .sort((left, right) => left.best - right.best)
    .map(({ label, items }) => ({ label, items }))
    .filter(isFilled)
}

function isFilled({ items }: CommandGroup): boolean {
  return items.length > 0
}
