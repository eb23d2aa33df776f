import { type CsvOptions, csvEncoding } from '../formats/csv-records.ts'
import { jsonEncoding, type JsonOptions } from '../formats/json-records.ts'
import type { Encoding } from '../records.ts'

/** How a file is read: all that a thread has to know of it. */
export type FileForm = { readonly kind: 'csv'; readonly options: CsvOptions } | { readonly kind: 'json'; readonly options: JsonOptions }

/** Reads a file here and now, which takes as long as its author likes: see `readInThread`. */
export function encodingFor(form: FileForm): Encoding {
  return form.kind === 'csv' ? csvEncoding(form.options) : jsonEncoding(form.options)
}
