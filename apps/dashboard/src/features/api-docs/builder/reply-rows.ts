/** Rows that the table of a reply shows. */
export const rowsShown = 100

export interface ReplyRows {
  readonly columns: readonly string[]
  /** Texts; null for null. */
  readonly rows: readonly (readonly (string | null)[])[]
  readonly total: number
}

/** Reads a JSON array of objects as rows; null for anything else. Numbers stay as they were written, whatever their size. */
export function readRows(body: string): ReplyRows | null {
  if (!body.startsWith('[')) return null
  let list: unknown
  try {
    list = JSON.parse(body, keepNumber)
  } catch {
    return null
  }
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return null
  const shown = list.slice(0, rowsShown)
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))]
  return { columns, rows: shown.map((row) => columns.map((column) => textOf(row[column]))), total: list.length }
}

class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON
    return raw ? raw(this.text) : Number(this.text)
  }
}

/** Browsers that know the source of a number say it (ECMAScript proposal "JSON.parse source text access"). */
function keepNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new WrittenNumber(context.source) : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof WrittenNumber) return value.text
  return typeof value === 'string' ? value : JSON.stringify(value)
}
