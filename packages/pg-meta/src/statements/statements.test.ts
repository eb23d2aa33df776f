import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnalysisWorker, createStatementAnalyzer, type StatementAnalyzer } from './statements.ts'

/** A worker of Node with the real parser; `spin` and `exit` are texts that hold it up and end it. */
const code = `
import { parentPort } from 'node:worker_threads'
import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from ${JSON.stringify(import.meta.resolve('libpg-query'))}
import { serveAnalyses } from ${JSON.stringify(import.meta.resolve('./worker.ts'))}
const parser = {
  scanSync,
  parseSync(text) {
    if (text === 'spin') for (;;);
    if (text === 'exit') process.exit(1)
    return parseSync(text)
  },
}
serveAnalyses({ onRequest: (listener) => parentPort.on('message', listener), answer: (answer) => parentPort.postMessage(answer) }, async () => {
  await loadModule()
  return parser
})`

let opened = 0
let analyzer: StatementAnalyzer
const open = (): AnalysisWorker => {
  opened += 1
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  return {
    send: (request) => worker.postMessage(request, []),
    onAnswer: (listener) => void worker.on('message', listener),
    onEnd(listener) {
      worker.on('error', (error) => listener(String(error)))
      worker.on('exit', (exit) => listener(`ended with ${exit}`))
    },
    terminate: () => void worker.terminate(),
  }
}
beforeEach(() => {
  opened = 0
  analyzer = createStatementAnalyzer(open, { timeoutMs: 3_000 })
})
afterEach(() => analyzer[Symbol.dispose]())

test('texts are answered in turn by one worker', async () => {
  const analyses = await Promise.all(['select 1', 'drop table t', 'selct'].map((text) => analyzer.analyze(text)))
  expect(
    analyses.map((analysis) => (analysis.kind === 'statements' ? analysis.statements.map(({ classification }) => classification?.kind) : analysis)),
  ).toEqual([['SelectStmt'], ['DropStmt'], [undefined]])
  expect(opened).toBe(1)
})

test('a text that nests too deep, one that takes too long and one that ends the worker cost a worker, and the next text gets another', async () => {
  expect(await analyzer.analyze(`select ${Array(100_000).fill('1').join('+')}`)).toEqual({ kind: 'unknown', reason: 'too_complex' })
  expect(await analyzer.analyze('spin')).toEqual({ kind: 'unknown', reason: 'too_slow' })
  expect(await analyzer.analyze('exit')).toEqual({ kind: 'unknown', reason: 'too_complex' })
  expect(await analyzer.analyze('select 1')).toMatchObject({ kind: 'statements' })
  expect(opened).toBe(4)
})
