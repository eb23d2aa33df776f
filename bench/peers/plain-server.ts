import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'

/** A page that a server renders: a query, whose rows are a table in its document. */
export interface PlainPage {
  readonly title: string
  readonly query: string
}

/**
 * Serves pages that are rendered on the server from one query each, without scripts: the least time that a browser on this machine takes to
 * show the same rows.
 */
export async function openPlainServer(driver: pg.ClientBase, pages: Readonly<Record<string, PlainPage>>) {
  const server = createServer((request, reply) => {
    const page = pages[decodeURIComponent(request.url!.slice(1))]
    void (async () => {
      const body = page === undefined ? '' : document(page.title, await driver.query<Record<string, unknown>>(page.query))
      reply.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    urlOf: (name: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(name)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const styles = 'body{font:13px sans-serif;margin:0}table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:4px 8px;text-align:left}'

function document(title: string, { fields, rows }: pg.QueryResult<Record<string, unknown>>): string {
  const cells = (tag: 'th' | 'td', values: readonly unknown[]): string =>
    `<tr>${values.map((value) => `<${tag}>${escape(value)}</${tag}>`).join('')}</tr>`
  const lines = [
    cells(
      'th',
      fields.map(({ name }) => name),
    ),
    ...rows.map((row) => cells('td', Object.values(row))),
  ]
  return `<!doctype html><meta charset=utf-8><title>${title}</title><style>${styles}</style><main><h1>${title}</h1><table>${lines.join('')}</table></main>`
}

const escape = (value: unknown): string => String(value).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
