import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { Backup, BackupSource } from '../../backups.ts'
import type { CopiedFile } from '../copies/copy-files.ts'
import { isMissing, readIfThere } from '../storage/files.ts'

/** What a backup consists of: `manifest.json` beside its files. */
export interface Manifest extends Omit<Backup, 'manifestSha256' | 'files' | 'bytes'> {
  readonly segmentBytes: number
  /** Folders of the copy, parents first; some are empty. */
  readonly folders: readonly string[]
  readonly files: readonly CopiedFile[]
}

/** Writes the manifest into the folder of an unfinished backup. Returns what the platform stores about the backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<Backup> {
  const text = `${JSON.stringify(manifest)}\n`
  await writeFile(manifestPath(folder), text, { mode: 0o600 })
  const { segmentBytes: _segmentBytes, folders: _folders, files, ...about } = manifest
  return { ...about, files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0), manifestSha256: sha256(text) }
}

/**
 * Reads the manifest of a backup, if it is the one that was written.
 *
 * @throws AppError `backup_not_found`, `backup_damaged`
 */
export async function readManifest(folder: string, { ref, id, manifestSha256 }: BackupSource): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(manifestPath(folder), 'utf8')
  } catch (error) {
    if (isMissing(error)) throw new AppError('backup_not_found', { ref, id })
    throw error
  }
  if (sha256(text) !== manifestSha256) throw damaged('manifest.json', 'differs from the written content (SHA-256 mismatch)')
  return JSON.parse(text) as Manifest
}

/** Of the clusters that the backups in a folder are of; what is no manifest is left out. */
export async function identifiersOf(folder: string): Promise<bigint[]> {
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.map((name) => readIfThere(manifestPath(join(folder, name)))))
  const found = texts.flatMap((text) => /"systemIdentifier":"(\d+)"/.exec(text ?? '')?.[1] ?? [])
  return [...new Set(found)].map(BigInt)
}

/** The error for a file of a backup, with what is wrong with it. */
export function damaged(file: string, what: string): AppError {
  return new AppError('backup_damaged', { file }, { message: `The backup can’t be used: ${file} ${what}` })
}

function manifestPath(folder: string): string {
  return join(folder, 'manifest.json')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
