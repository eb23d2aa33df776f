interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-permission'?: string
  readonly 'x-installation-owner'?: true
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: unknown }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema?: unknown }> }
  readonly responses: Record<string, Response | Reference>
}

interface Response {
  readonly description: string
  readonly content?: Record<string, { readonly schema?: unknown }>
}

interface Reference {
  readonly $ref: string
}

const style = `
  :root { color-scheme: light dark; --line: light-dark(#e4e0d9, #37332e); --dim: light-dark(#6b655c, #a39c90); --accent: light-dark(#1f7a68, #5cc0a8); }
  body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#fbfaf8, #1b1917); color: light-dark(#26231f, #e9e5de); }
  h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize; border-bottom: 1px solid var(--line); }
  details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
  summary { padding: .5rem .75rem; cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
  details > div { padding: 0 .75rem .75rem; }
  code, pre { font: 12.5px/1.45 ui-monospace, monospace; }
  pre { overflow: auto; max-height: 24rem; padding: .5rem; border: 1px solid var(--line); border-radius: 6px; }
  .method { color: var(--accent); font-weight: 600; min-width: 4.5em; }
  .dim { color: var(--dim); }
  a { color: var(--accent); }`

type ApiDocument = { readonly [key: string]: unknown }

/** The API document as a page: plain HTML, no scripts. */
export function apiPage(document: ApiDocument): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  const sections = [...groups].map(
    ([noun, group]) => `<section><h2>${escape(noun)}</h2>${group.map((each) => operationHtml(document, each)).join('')}</section>`,
  )
  const { title, version } = document['info'] as { title: string; version: string }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${style}</style></head><body>
<h1>${escape(title)}</h1><p class="dim">Version ${escape(version)} · <a href="/platform/openapi.json">OpenAPI 3.1 document</a></p>
<p>Sign in with <code>POST /platform/sign-in</code> and send the session cookie with every call. Every error has the form
<code>{ code, message, details, request_id }</code>.</p>
${sections.join('\n')}</body></html>`
}

function operationHtml(document: ApiDocument, { path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const permission = operation['x-permission'] ? `<p>Permission: <code>${escape(operation['x-permission'])}</code></p>` : ''
  const owner = operation['x-installation-owner'] ? '<p>For the owner of the installation.</p>' : ''
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${escape(name)}</code> <span class="dim">${place}${required ? ', required' : ''}</span> <code>${escape(JSON.stringify(schema))}</code></li>`,
  )
  const body = operation.requestBody ? `<h4>Body</h4>${contentHtml(document, operation.requestBody.content)}` : ''
  const replies = Object.entries(operation.responses).map(([status, response]) => {
    const { description, content } = resolve(document, response)
    const schema = Number(status) < 300 && content ? contentHtml(document, content) : ''
    return `<h4>${status}</h4><p>${escape(description)
      .replaceAll('\n\n', '<br>')
      .replace(/`(\w+)`/g, '<code>$1</code>')}</p>${schema}`
  })
  return `<details id="${escape(operation.operationId)}"><summary><code class="method">${method.toUpperCase()}</code><code>${escape(path)}</code>
<span class="dim">${escape(operation.summary)}</span></summary><div>${permission}${owner}${parameters.length > 0 ? `<h4>Parameters</h4><ul>${parameters.join('')}</ul>` : ''}
${body}${replies.join('')}</div></details>`
}

/** What a reference stands for; everything else stands for itself. */
function resolve<Part>(document: ApiDocument, part: Part | Reference): Part {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part
  const steps = part.$ref.split('/').slice(1)
  return steps.reduce<unknown>((place, step) => (place as ApiDocument)[step], document) as Part
}

function contentHtml(document: ApiDocument, content: Record<string, { readonly schema?: unknown }>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (schema === undefined ? `<p>A file: <code>${escape(type)}</code></p>` : schemaHtml(resolve(document, schema))))
    .join('')
}

function schemaHtml(schema: unknown): string {
  return `<pre tabindex="0" aria-label="JSON schema">${escape(JSON.stringify(schema, null, 2))}</pre>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
