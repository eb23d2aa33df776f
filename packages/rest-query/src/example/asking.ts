import { quoteIdent } from '@colonnade/sql'
import type { Catalog } from '../catalog.ts'
import {
  bind,
  type DatabaseError,
  errorOf,
  errorReply,
  type Outcome,
  type ParsedRequest,
  parseRequest,
  plan,
  type Plan,
  reply,
  replyToOptions,
  RestError,
  type RestReply,
  type Statement,
} from '../index.ts'

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly role?: string
  /** Bodies row by row, where that can be. */
  readonly arePortionsWanted?: boolean
}

export interface Answer extends RestReply {
  /** The body as JSON, or as text when it is none. */
  readonly content: unknown
  /** The statement of an error of Postgres. */
  readonly cause?: unknown
}

/** Runs one statement, and gives its rows as Postgres sends them. */
export type RunRows = (text: string, values?: readonly (string | Uint8Array | null)[]) => Promise<(string | null)[][]>

/** Answers requests as a service would: settings, statement and end of the transaction. */
export class Asking {
  readonly #catalog: Catalog
  readonly #run: RunRows

  constructor(catalog: Catalog, run: RunRows) {
    this.#catalog = catalog
    this.#run = run
  }

  async ask(address: string, asked: Asked = {}): Promise<Answer> {
    const answer = await this.#answer(address, asked)
    const text = typeof answer.body === 'string' ? answer.body : null
    return { ...answer, content: text === null ? answer.body : isJson(answer) ? JSON.parse(text) : text }
  }

  async #answer(
    address: string,
    { method = 'GET', headers = {}, body, role, arePortionsWanted = false }: Asked,
  ): Promise<RestReply & { cause?: unknown }> {
    const [path = '', search = ''] = address.split('?')
    const bytes = body === undefined ? null : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const parsed = parseRequest({ method, path, search, headers: { ...json, ...headers }, body: bytes })
      if (method === 'OPTIONS') return replyToOptions(this.#catalog, parsed.request)
      const made = plan(this.#catalog, parsed.request, { arePortionsWanted })
      return reply(made, parsed, await this.#outcome(made, parsed, role), search)
    } catch (error) {
      if (error instanceof RestError) return { ...errorReply(error), cause: error.cause }
      throw error
    }
  }

  async #outcome(made: Plan, parsed: ParsedRequest, role: string | undefined): Promise<Outcome> {
    await this.#run(`begin ${made.isReadOnly ? 'read only' : 'read write'}`)
    try {
      await this.#run(`set local search_path = ${made.searchPath.map(quoteIdent).join(', ')}`)
      if (role !== undefined) await this.#run(`set local role ${quoteIdent(role)}`)
      const estimate = made.estimate === null ? null : (await this.#run(made.estimate.text, valuesOf(made.estimate, parsed)))[0]![0]!
      const rows = await this.#run(made.text, valuesOf(made, parsed))
      await this.#run(made.isRolledBack ? 'rollback' : 'commit')
      if (made.isExplained) {
        const body = rows.map(([line]) => line).join('\n')
        return { total: null, rows: '1', body, responseHeaders: null, responseStatus: null, location: null, inserted: null }
      }
      const [total = null, count, first = null, responseHeaders = null, responseStatus = null, location = null, inserted = null] = rows[0] ?? []
      const body = made.portions === null ? first : `${first}${portionsOf(rows).join(made.portions.separator)}${made.portions.closing}`
      return { total, rows: count ?? '0', body, responseHeaders, responseStatus, location, inserted, estimate }
    } catch (error) {
      await this.#run('rollback')
      if (isDatabaseError(error)) throw Object.assign(errorOf(error, { role: role ?? 'none' }), { cause: made.text })
      throw error
    }
  }
}

/** Bodies here are short, so none is in pieces. */
function valuesOf(statement: Statement, parsed: ParsedRequest): (string | Uint8Array | null)[] {
  return bind(statement, parsed) as (string | Uint8Array | null)[]
}

/** Rows of the body, after that of the outcome. */
function portionsOf([, ...rows]: readonly (readonly (string | null)[])[]): string[] {
  return rows.map(([, , portion]) => portion ?? '')
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && 'severity' in error
}

function isJson({ headers }: RestReply): boolean {
  return String(headers['Content-Type']).split(';', 1)[0]!.endsWith('json')
}
