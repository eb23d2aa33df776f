import { type CsvOptions, csvEncoding } from '../formats/csv-records.ts'
import { jsonEncoding, type JsonOptions } from '../formats/json-records.ts'
import type { Encoding } from '../records.ts'

/** How to read a file: all that a thread needs to know. */
export type FileForm = { readonly kind: 'csv'; readonly options: CsvOptions } | { readonly kind: 'json'; readonly options: JsonOptions }

/** Reads a file on the current thread, as long as the file takes: see `readInThread`. */
export function encodingFor(form: FileForm): Encoding {
  return form.kind === 'csv' ? csvEncoding(form.options) : jsonEncoding(form.options)
}
