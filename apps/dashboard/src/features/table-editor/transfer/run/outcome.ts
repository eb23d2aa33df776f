import type { ImportProgress } from '@colonnade/contracts/data/row-imports'
import { AppError, errorTable, isAppError, type ErrorCode } from '@colonnade/core'
import { dataApi } from '../../../../scope/data-client.ts'
import { progressPauseMs } from '../limits.ts'
import { outcomeText } from './messages.ts'

/** How long the server may take to notice that the upload stopped. */
const patienceMs = 15_000

/** The file can no longer be read: it was changed or removed during the upload. */
export class FileChanged extends Error {}

/**
 * How an import ended whose upload got no reply: a server that refuses a row hangs up before the file's end, and a browser then drops
 * what it said. So the server is asked. @throws FileChanged; AppError the server's reason, or `lost` when it has none
 */
export async function outcomeOf(ref: string, key: string, file: Blob, lost: AppError): Promise<ImportProgress> {
  if (!(await isReadable(file))) throw new FileChanged(outcomeText.fileChanged)
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const progress = await dataApi.rowImports.retrieve({ params: { ref, key } }).catch((error: unknown) => {
      // nobody answers: perhaps in a moment; any other answer is one
      if (isAppError(error, 'unavailable')) return null
      throw isAppError(error, 'import_not_found') ? lost : error
    })
    if (progress?.state === 'done') return progress
    // nothing of the file ever came
    if (progress?.state === 'waiting') throw lost
    if (progress?.state === 'failed') throw failureOf(progress, lost)
    await new Promise((resolve) => setTimeout(resolve, progressPauseMs))
  }
  throw lost
}

function failureOf({ failure }: ImportProgress, lost: AppError): AppError {
  // no one cancelled: the server no longer received data
  if (failure === null || failure.code === 'query_cancelled' || !(failure.code in errorTable)) return lost
  return new AppError(failure.code as ErrorCode, failure.details, { message: failure.message })
}

async function isReadable(file: Blob): Promise<boolean> {
  try {
    // of a file that became shorter the start can still be read
    await file.slice(0, 1).arrayBuffer()
    await file.slice(-1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
