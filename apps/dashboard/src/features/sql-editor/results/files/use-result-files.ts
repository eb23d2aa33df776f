import { toast } from '@colonnade/ui'
import { useState } from 'react'
import { formatNumber } from '../../../../lib/bytes.ts'
import type { Cells, InsertTarget } from '../../../../lib/data-grid/ranges/clipboard-text.ts'
import { copiedOf, copyRefusal, writeCopied, type Copied, type CopyFormat } from '../../../../lib/data-grid/ranges/copied.ts'
import type { Bounds } from '../../../../lib/data-grid/ranges/range.ts'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { blobOfParts, saveBlob } from '../../../../lib/save-file.ts'
import { downloadRows } from '../../../../scope/exports/row-exports.ts'
import type { RunAs } from '../../../../scope/run-sql.ts'
import { valueAt, withDistinctNames, type ResultColumn } from '../grid/result-columns.ts'
import type { ResultModel } from '../grid/result-model.ts'
import { fileFormats } from './file-formats.ts'
import { inferTarget } from './insert-target.ts'
import { useResultFilesText } from './messages.ts'
import { resultText, type FileFormat } from './result-text.ts'

/** Where no name is known and none is asked for. */
const unknownTarget: InsertTarget = { schema: null, name: 'result' }

export interface ResultFiles {
  /** What the browser's copying takes at once; null when a toast has said why not. */
  readonly copyNow: (bounds: Bounds) => Copied | null
  readonly copyAs: (bounds: Bounds, format: CopyFormat) => void
  readonly download: (format: FileFormat) => void
  /** All rows of the statement, from the server; undefined where there is none to ask for. */
  readonly downloadAll: ((format: FileFormat) => void) | undefined
  /** The question for a table, while it is asked. */
  readonly question: { readonly answer: (target: InsertTarget) => void; readonly giveUp: () => void } | null
}

export interface ResultFilesInput {
  readonly projectRef: string
  /** The number of the run that it answers: a table that was named is meant for the one result. */
  readonly run: number
  readonly model: ResultModel
  /** The statement, when it may be read again; null when it is not known. */
  readonly statement: string | null
  readonly as: RunAs | undefined
  readonly announce: (words: string) => void
}

/** Copying and saving what a result shows, and the question for a table's name where SQL needs one. */
export function useResultFiles({ projectRef, run, model, statement, as, announce }: ResultFilesInput): ResultFiles {
  const [named, setNamed] = useState<{ readonly run: number; readonly target: InsertTarget } | null>(null)
  const target = named?.run === run ? named.target : null
  const [question, setQuestion] = useState<ResultFiles['question']>(null)

  /** The table of some columns: known, looked up, or asked for; null when the question is given up. */
  const targetOf = async (columns: readonly ResultColumn[]): Promise<InsertTarget | null> => {
    const inferred = await inferTarget(projectRef, columns).catch(() => null)
    if (inferred !== null || target !== null) return inferred ?? target
    const { promise, resolve } = Promise.withResolvers<InsertTarget | null>()
    setQuestion({
      answer: (answer) => {
        setNamed({ run, target: answer })
        resolve(answer)
      },
      giveUp: () => resolve(null),
    })
    const answered = await promise
    setQuestion(null)
    return answered
  }
  const columnsIn = ({ left, right }: Bounds) => model.columns.slice(left, right + 1)
  const copiedIn = (bounds: Bounds, format: CopyFormat, table: InsertTarget): Copied => {
    const columns = columnsIn(bounds)
    const cells: Cells = model.rows.slice(bounds.top, bounds.bottom + 1).map((row) => columns.map((column) => valueAt(row, column)))
    const cut = columns.some((column) => model.rows.slice(bounds.top, bounds.bottom + 1).some((_, row) => model.cutAt(bounds.top + row, column)))
    if (cut) toast.error(useResultFilesText.someCut)
    return copiedOf(table, format === 'json' || format === 'sql' ? withDistinctNames(columns) : columns, cells, format)
  }
  const write = async (bounds: Bounds, format: CopyFormat, table: InsertTarget) => {
    const words = await writeCopied(new Promise((resolve) => resolve(copiedIn(bounds, format, table))), format)
    if (words !== null) announce(words)
  }
  const refuse = (bounds: Bounds): boolean => {
    const reason = copyRefusal(bounds)
    if (reason !== null) toast.error(useResultFilesText.copyFailed(reason))
    return reason !== null
  }
  const save = async (format: FileFormat) => {
    const table = format === 'sql' ? await targetOf(model.columns) : unknownTarget
    if (table === null) return
    const { ending, type } = fileFormats.find((one) => one.format === format)!
    const blob = await blobOfParts(resultText(format, model.columns, model.rows, table), type)
    if (blob === null) return
    saveBlob(blob, `${fileName(table)}.${ending}`)
    announce(useResultFilesText.downloaded(formatNumber(model.rows.length)))
  }
  const saveAll = async (format: FileFormat) => {
    const whole = fileFormats.find((one) => one.format === format)!.whole
    if (statement === null || whole === null) return
    const table = whole === 'sql' ? await targetOf(model.columns) : unknownTarget
    if (table === null) return
    await downloadRows(projectRef, {
      query: statement,
      format: whole,
      file_name: fileName(table),
      ...(whole === 'sql' && { table: { schema: table.schema ?? 'public', name: table.name } }),
      ...as,
    })
  }
  const told = (work: Promise<void>) => {
    work.catch((error: unknown) => toast.error(useResultFilesText.downloadFailed(messageOf(error))))
  }
  return {
    copyNow: (bounds) => (refuse(bounds) ? null : copiedIn(bounds, 'tsv', unknownTarget)),
    copyAs: (bounds, format) => {
      if (refuse(bounds)) return
      if (format !== 'sql') return void write(bounds, format, unknownTarget)
      void targetOf(columnsIn(bounds)).then((table) => table && write(bounds, format, table))
    },
    download: (format) => told(save(format)),
    downloadAll: statement === null ? undefined : (format) => told(saveAll(format)),
    question,
  }
}

function fileName({ name }: InsertTarget): string {
  const at = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')}-${day}-${two(at.getHours())}${two(at.getMinutes())}`
}
