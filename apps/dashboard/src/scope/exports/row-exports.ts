import type { ExportInput } from '@colonnade/contracts/data/row-exports'
import type { Input } from '@colonnade/contracts/foundation/endpoint'
import { isAppError } from '@colonnade/core'
import { toast } from '@colonnade/ui'
import { followDownload } from '../../lib/save-file.ts'
import { dataApi } from '../data-client.ts'
import { watchingForLostSource } from '../database-source/lost-sources.ts'

/** Between two looks at how far a file is that the browser saves. */
const outcomePauseMs = 1_000

/**
 * Makes a file of the rows of one SELECT and lets the browser save it: the link is followed as a download, so rows go to the disk as the
 * database sends them and never through the page's memory. @throws AppError what the database says to the SELECT
 */
export async function downloadRows(projectRef: string, body: Input<typeof ExportInput>): Promise<void> {
  const { key, url, file_name: fileName } = await watchingForLostSource(projectRef, dataApi.rowExports.create({ params: { ref: projectRef }, body }))
  followDownload(url, fileName)
  void watch(projectRef, key, fileName)
}

/** A browser doesn't report why a download stopped, so this polls the server until the export ends. */
async function watch(ref: string, key: string, fileName: string): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, outcomePauseMs))
    // a link that was never followed is forgotten, and with it this
    const outcome = await dataApi.rowExports
      .retrieve({ params: { ref, key } })
      .catch((error: unknown) => (isAppError(error, 'unavailable') ? null : undefined))
    if (outcome === undefined || outcome?.state === 'done') return
    if (outcome?.state !== 'failed') continue
    // whoever cancelled it in the browser knows
    if (outcome.failure?.code !== 'query_cancelled') toast.error(`${fileName} is not whole: ${outcome.failure?.message ?? 'the export failed'}`)
    return
  }
}
