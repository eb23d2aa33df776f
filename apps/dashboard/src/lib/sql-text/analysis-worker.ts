import { type AnalysisRequest, type Parser, serveAnalyses } from '@colonnade/pg-meta/statements'
import parserUrl from 'libpg-query/wasm/libpg-query.wasm?url'

// the parser looks for its file beside this script, where a build gives it another name
const fetchAsIs = globalThis.fetch
globalThis.fetch = (input, init) =>
  fetchAsIs(typeof input === 'string' && input.endsWith('/libpg-query.wasm') && input !== parserUrl ? parserUrl : input, init)

serveAnalyses(
  {
    onRequest: (listener) => globalThis.addEventListener('message', ({ data }: MessageEvent<AnalysisRequest>) => listener(data)),
    answer: (answer) => globalThis.postMessage(answer, { transfer: [] }),
  },
  async () => {
    const { loadModule, parsePlPgSQLSync, parseSync, scanSync } = await import('libpg-query')
    await loadModule()
    return { parseSync, parsePlPgSQLSync, scanSync } as unknown as Parser
  },
)
