import type { LogLine, LogPage } from '@colonnade/contracts/installation/installation'
import { isLogged, type LogLevel } from '@colonnade/core'
import { keptLogBytes, keptLogLineMax } from '../../../kernel/limits.ts'

/** A context's part of this module. */
export interface HasLogs {
  readonly logs: LogRing
}

/** The last lines of the platform's log, in memory, for the owner to read where the terminal is not at hand. */
export interface LogRing {
  readonly leastLevel: LogLevel
  /** A line as the logger writes it. */
  add(line: string, level: LogLevel): void
  read(wanted: { readonly level: LogLevel; readonly search: string; readonly limit: number }): LogPage
}

interface Kept {
  readonly number: number
  readonly level: LogLevel
  readonly text: string
}

export function createLogRing(leastLevel: LogLevel = 'info'): LogRing {
  const lines: Kept[] = []
  let bytes = 0
  let count = 0
  let since = new Date().toISOString()
  return {
    leastLevel,
    add(line, level) {
      const text = line.length > keptLogLineMax ? shortened(line) : line
      lines.push({ number: (count += 1), level, text })
      bytes += text.length
      if (bytes <= keptLogBytes) return
      // many at a time: taking the first of a long list is dear
      let dropped = 0
      while (bytes > keptLogBytes * 0.9 && dropped < lines.length - 1) bytes -= lines[dropped++]!.text.length
      lines.splice(0, dropped)
      since = lineOf(lines[0]!).time
    },
    read({ level, search, limit }) {
      const wanted = search.toLowerCase()
      const items: LogLine[] = []
      let hasMore = false
      for (let at = lines.length - 1; at >= 0; at -= 1) {
        const line = lines[at]!
        if (!isLogged(line.level, level) || (wanted !== '' && !line.text.toLowerCase().includes(wanted))) continue
        if (items.length === limit) {
          hasMore = true
          break
        }
        items.push(lineOf(line))
      }
      return { items, has_more: hasMore, since, least_level: leastLevel }
    },
  }
}

function lineOf({ number, text }: Kept): LogLine {
  const { time, level, event, ...fields } = JSON.parse(text) as { time: string; level: LogLevel; event: string }
  return { number, time, level, event, fields: JSON.stringify(fields, null, 2) }
}

/** A line too long to be kept as a whole: what happened, and the beginning of what it says of it. */
function shortened(line: string): string {
  const { time, level, event } = JSON.parse(line) as { time: string; level: LogLevel; event: string }
  return JSON.stringify({ time, level, event, shortened: line.slice(0, keptLogLineMax).toWellFormed() })
}
