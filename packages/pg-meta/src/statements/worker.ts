import { type Analysis, analyzeStatements } from './analyze.ts'
import type { Parser } from './parser.ts'

export interface AnalysisRequest {
  readonly id: number
  readonly text: string
}

/** `broken`: the parser failed at something that is not the text's fault, and its memory may be in any state. */
export type AnalysisAnswer = { readonly id: number; readonly analysis: Analysis } | { readonly id: number; readonly broken: string }

/** The worker's end of its channel: a web worker's `self`, or `parentPort` of node:worker_threads. */
export interface WorkerSide {
  onRequest(listener: (request: AnalysisRequest) => void): void
  answer(answer: AnalysisAnswer): void
}

/** What a worker does: it answers every request, also when the parser can't be loaded. */
export function serveAnalyses(side: WorkerSide, loadParser: () => Promise<Parser>): void {
  let parser: Promise<Parser> | undefined
  const analyze = async ({ id, text }: AnalysisRequest): Promise<AnalysisAnswer> => {
    try {
      parser ??= loadParser()
      return { id, analysis: analyzeStatements(await parser, text) }
    } catch (error) {
      parser = undefined
      return { id, broken: String(error) }
    }
  }
  side.onRequest((request) => void analyze(request).then((answer) => side.answer(answer)))
}
