import type { Analysis } from './analyze.ts'
import type { AnalysisAnswer, AnalysisRequest } from './worker.ts'

export * from './analyze.ts'
export type { Classification } from './classify.ts'
export { type Danger, describeDanger, hasDangerWord } from './dangers.ts'
export { type LockMode, type LockWork, type TableLock } from './locks.ts'
export type { MatchedRows } from './matched-rows.ts'
export { type RelationName, relationText } from './relation-name.ts'
export type { Parser, SyntaxProblem } from './parser.ts'
export * from './positions.ts'
export * from './worker.ts'

/** A running worker that serves analyses, as its owner sees it. */
export interface AnalysisWorker {
  send(request: AnalysisRequest): void
  onAnswer(listener: (answer: AnalysisAnswer) => void): void
  /** It ended, or could not start. */
  onEnd(listener: (reason: string) => void): void
  terminate(): void
}

/** Understands SQL texts in a worker: whatever the text, the page or process goes on. */
export interface StatementAnalyzer extends Disposable {
  analyze(text: string): Promise<Analysis>
}

/** A text that takes longer is not worth waiting for. */
const defaultTimeoutMs = 5_000

interface Waiting {
  readonly text: string
  readonly resolve: (analysis: Analysis) => void
}

/**
 * An analyzer with one worker, which is opened by the first text and replaced when a text breaks it or holds it for longer than `timeoutMs`.
 * Texts are looked at one after another.
 */
export function createStatementAnalyzer(
  open: () => AnalysisWorker,
  { timeoutMs = defaultTimeoutMs }: { readonly timeoutMs?: number } = {},
): StatementAnalyzer {
  let worker: AnalysisWorker | undefined
  let current: (Waiting & { readonly id: number; readonly timer: ReturnType<typeof setTimeout> }) | undefined
  let lastId = 0
  const queue: Waiting[] = []

  const settle = (analysis: Analysis): void => {
    if (current === undefined) return
    clearTimeout(current.timer)
    const { resolve } = current
    current = undefined
    resolve(analysis)
    next()
  }
  const giveUp = (reason: 'too_complex' | 'too_slow'): void => {
    worker?.terminate()
    worker = undefined
    settle({ kind: 'unknown', reason })
  }
  const opened = (): AnalysisWorker => {
    const made = open()
    made.onAnswer((answer) => {
      if (answer.id !== current?.id) return
      if ('analysis' in answer) settle(answer.analysis)
      else giveUp('too_complex')
    })
    // one that was replaced may still say that it ended
    made.onEnd(() => made === worker && giveUp('too_complex'))
    return made
  }
  const next = (): void => {
    const waiting = queue.shift()
    if (waiting === undefined) return
    lastId += 1
    current = { ...waiting, id: lastId, timer: setTimeout(() => giveUp('too_slow'), timeoutMs) }
    worker ??= opened()
    worker.send({ id: lastId, text: waiting.text })
  }

  return {
    analyze: (text) =>
      new Promise((resolve) => {
        queue.push({ text, resolve })
        if (current === undefined) next()
      }),
    [Symbol.dispose]() {
      queue.length = 0
      giveUp('too_slow')
    },
  }
}
