import type { Page } from 'playwright'
import { build } from 'vite'
import type { Dashboard } from '../../e2e/dashboard.ts'

/**
 * Pages with nothing but what a figure is about, from the same server, in the same browser and with the same probes: what of the figure is
 * the machine's, its frames and the libraries'.
 */
async function openBarePage(dashboard: Dashboard, body: string): Promise<Page> {
  const page = await dashboard.open('/platform/docs') // signed in
  await page.route('**/bare-page', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><meta charset=utf-8>${body}` }))
  await page.goto(`${dashboard.url}/bare-page`)
  return page
}

/** Any key sends the query of `ask` and writes the first value of the answer into an `output`. */
export async function openBareQuery(dashboard: Dashboard, ref: string): Promise<{ readonly page: Page; ask(query: string): Promise<void> }> {
  const page = await openBarePage(dashboard, '<output></output>')
  const query = await page.evaluateHandle((path) => {
    const session = { id: crypto.randomUUID(), is_continued: false }
    const now = { query: '' }
    const ask = async (): Promise<void> => {
      const body = JSON.stringify({ query: now.query, key: crypto.randomUUID(), row_limit: null, session })
      const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const lines = (await reply.text()).trim().split('\n')
      const { rows } = JSON.parse(lines.find((line) => line.includes('"rows"')) ?? '{}') as { rows: string[][] }
      document.querySelector('output')!.textContent = rows[0]![0]!
    }
    document.addEventListener('keydown', () => void ask())
    return now
  }, `/platform/pg-meta/${ref}/runs`)
  return { page, ask: (text) => query.evaluate((now, next) => void (now.query = next), text) }
}

const editor = `
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL } from '@codemirror/lang-sql'
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
const extensions = [lineNumbers(), history(), PostgreSQL.language, syntaxHighlighting(defaultHighlightStyle), keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorView.theme({ '&': { height: '400px' } }), EditorView.contentAttributes.of({ 'aria-label': 'SQL' })]
new EditorView({ parent: document.body, extensions })`

/** CodeMirror with line numbers, colors of SQL and undo, and nothing else. */
export async function openBareEditor(dashboard: Dashboard): Promise<Page> {
  const entry = '\0bare-editor'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: 'bare-editor' } },
    plugins: [
      {
        name: 'bare-editor',
        resolveId: (id, importer) =>
          id === 'bare-editor' ? entry : importer === entry ? { id: import.meta.resolve(id).replace('file://', '') } : null,
        load: (id) => (id === entry ? editor : null),
      },
    ],
  })
  const outputs = Array.isArray(built) ? built : [built]
  const [script] = outputs
    .flatMap((result) => ('output' in result ? result.output : []))
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  return openBarePage(dashboard, `<body><script type=module>${script}</script>`)
}
