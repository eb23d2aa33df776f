import { randomUUID } from 'node:crypto'
import { mailNewsMost } from '../limits.ts'

/** Returns true if a project's mails have changed, without asking its database, which would wake it. */
export interface MailNews {
  tell(ref: string): void
  /** Another text after each change, and after a start. */
  mark(ref: string): string
}

export function createMailNews(): MailNews {
  const start = randomUUID()
  let changes = 0
  /** The number of the last change of each project; the one that changed longest ago is the first. */
  const last = new Map<string, number>()
  return {
    tell(ref) {
      changes += 1
      last.delete(ref)
      last.set(ref, changes)
      if (last.size > mailNewsMost) last.delete(last.keys().next().value!)
    },
    mark: (ref) => `${start}.${last.get(ref) ?? 0}`,
  }
}
