import { AppError } from '@colonnade/core'
import { buildsAtOnce, buildsOfProjectAtOnce, waitingMost, waitingOfProjectMost } from './limits.ts'

/** Runs a few builds at once; projects take turns. */
export interface BuildQueue {
  /** @throws AppError `too_busy` where too many wait already */
  run<T>(ref: string, work: () => Promise<T>): Promise<T>
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export interface QueueLimits {
  readonly atOnce: number
  readonly ofProjectAtOnce: number
  readonly waitingMost: number
  readonly waitingOfProjectMost: number
}

const usual: QueueLimits = { atOnce: buildsAtOnce, ofProjectAtOnce: buildsOfProjectAtOnce, waitingMost, waitingOfProjectMost }

export function createBuildQueue(limits: QueueLimits = usual): BuildQueue {
  /** In the order of their turns. */
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0
  const next = (): void => {
    for (const [ref, line] of lines) {
      if (running >= limits.atOnce) return
      const begin = line.running < limits.ofProjectAtOnce ? line.waiting.shift() : undefined
      if (begin === undefined) continue
      waiting -= 1
      // whoever had a turn is last
      lines.delete(ref)
      lines.set(ref, line)
      start(line, begin)
    }
  }
  const start = (line: Line, begin: () => void): void => {
    running += 1
    line.running += 1
    begin()
  }
  return {
    async run(ref, work) {
      const line = lines.get(ref) ?? { running: 0, waiting: [] }
      lines.set(ref, line)
      if (running < limits.atOnce && line.running < limits.ofProjectAtOnce) start(line, () => {})
      else {
        if (line.waiting.length >= limits.waitingOfProjectMost || waiting >= limits.waitingMost) {
          throw new AppError('too_busy', { ref }, { message: 'Too many functions are being deployed right now. Try again in a minute.' })
        }
        waiting += 1
        await new Promise<void>((resolve) => line.waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        running -= 1
        line.running -= 1
        if (line.running === 0 && line.waiting.length === 0) lines.delete(ref)
        next()
      }
    },
  }
}
