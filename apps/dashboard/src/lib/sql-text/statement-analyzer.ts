import { type Analysis, type AnalysisAnswer, type AnalysisWorker, createStatementAnalyzer, maxAnalyzedBytes } from '@colonnade/pg-meta/statements'
import parserUrl from 'libpg-query/wasm/libpg-query.wasm?url'

/** How long a text waits for the parser to be loaded before it goes on unseen. */
const parserPatienceMs = 5_000

/** Understands texts with Postgres's own grammar, in a worker of its own. */
export interface StatementAnalyzer {
  /** Loads the parser before the first text needs it. */
  prepare(): void
  analyze(text: string): Promise<Analysis>
}

let shared: StatementAnalyzer | undefined

/** The one of this page: made when an editor is first opened, and kept, since loading the grammar is the dear part. */
export function statementAnalyzer(): StatementAnalyzer {
  return (shared ??= openStatementAnalyzer())
}

function openStatementAnalyzer(): StatementAnalyzer {
  const analyzer = createStatementAnalyzer(openWorker)
  let preparing: Promise<void> | undefined
  const prepare = (): Promise<void> => (preparing ??= load((text) => analyzer.analyze(text)).catch(() => void (preparing = undefined)))
  return {
    prepare: () => void prepare(),
    async analyze(text) {
      // in characters, so never more than its bytes: what is longer need not even be sent
      if (text.length > maxAnalyzedBytes) return { kind: 'too_large', bytes: text.length, maxBytes: maxAnalyzedBytes }
      if (!(await isDoneWithin(prepare(), parserPatienceMs))) return { kind: 'unknown', reason: 'too_slow' }
      return analyzer.analyze(text)
    },
  }
}

/** The file comes into the browser's cache first, since the worker's time limit is meant for texts and not for slow connections. */
async function load(analyze: (text: string) => Promise<Analysis>): Promise<void> {
  const response = await fetch(parserUrl)
  await response.arrayBuffer()
  await analyze('')
}

async function isDoneWithin(work: Promise<void>, limitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), limitMs)
  const isDone = await Promise.race([work.then(() => true), late.promise])
  clearTimeout(timer)
  return isDone
}

function openWorker(): AnalysisWorker {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module', name: 'statements' })
  return {
    send: (request) => worker.postMessage(request, []),
    onAnswer: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<AnalysisAnswer>) => listener(data)),
    onEnd: (listener) => worker.addEventListener('error', ({ message }) => listener(message)),
    terminate: () => worker.terminate(),
  }
}
