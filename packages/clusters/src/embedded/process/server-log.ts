import { constants } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, systemCode } from '../storage/files.ts'

export const problemLines = 20
const tailBytes = 64 * 1024
const keptFiles = 5

/**
 * The last lines (at most 20, newest last) of a server's log: from its jsonlog, and from what it printed before that was open.
 * `sinceMs`: leaves out what was logged before that time (milliseconds since the Unix epoch).
 */
export async function lastLogLines(logFolder: string, startupLog: string, sinceMs = 0): Promise<string[]> {
  const early = (await tail(startupLog)).split('\n').filter((line) => line !== '' && !/redirecting log output|Future log output/.test(line))
  const newest = (await logFiles(logFolder)).filter((name) => name.endsWith('.json')).at(-1)
  const late = newest === undefined ? [] : (await tail(join(logFolder, newest))).split('\n').flatMap((line) => readable(line, sinceMs))
  return [...early, ...late].slice(-problemLines)
}

/** Removes all but the newest log files, each of which Postgres ends at 4 MB or after a day. */
export async function pruneLogs(logFolder: string): Promise<void> {
  const files = await logFiles(logFolder)
  const moments = [...new Set(files.map((name) => name.replace(/\.\w+$/, '')))]
  const old = new Set(moments.slice(0, -keptFiles))
  await Promise.all(files.filter((name) => old.has(name.replace(/\.\w+$/, ''))).map((name) => rm(join(logFolder, name), { force: true })))
}

async function logFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.startsWith('postgres-')).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function readable(line: string, sinceMs: number): string[] {
  try {
    const entry = JSON.parse(line) as { timestamp?: string; error_severity?: string; message?: string; detail?: string; hint?: string }
    if (Date.parse((entry.timestamp ?? '').replace(' UTC', 'Z').replace(' ', 'T')) < sinceMs) return []
    const parts = [`${entry.timestamp} ${entry.error_severity}: ${entry.message}`, entry.detail, entry.hint && `HINT: ${entry.hint}`]
    return [parts.filter((part) => part !== undefined && part !== '').join(' ')]
  } catch {
    return [] // the first line of a tail is usually half of one
  }
}

async function tail(path: string): Promise<string> {
  try {
    // the cluster's own user may write in this folder: a link there must not show another file's text
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const { size } = await file.stat()
      const length = Math.min(size, tailBytes)
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
      return buffer.toString('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'ELOOP') return ''
    throw error
  }
}
