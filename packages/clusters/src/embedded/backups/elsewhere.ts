import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { AppError } from '@colonnade/core'
import type { BackupSource } from '../../backups.ts'
import { plainEnvironment } from '../process/run.ts'
import { isMissing, onDisk, removeTree, syncFolder, syncTree, systemCode, writeDurably } from '../storage/files.ts'
import type { HomePaths } from '../storage/paths.ts'
import { keptForm } from './archive.ts'
import { damaged, readManifest } from './manifest.ts'

const decompress = promisify(zstdDecompress)

/**
 * A backup as a tar archive.
 *
 * @throws AppError `backup_not_found`, `backup_damaged`
 */
export async function packBackup(paths: HomePaths, source: BackupSource): Promise<Readable> {
  const folder = paths.backup(source.ref, source.id)
  await readManifest(folder, source)
  const tar = spawn('tar', ['-cf', '-', '-C', folder, 'manifest.json', 'data'], { stdio: ['ignore', 'pipe', 'ignore'], env: plainEnvironment })
  // an archive that is cut off must not look like a whole one
  tar.on('error', (error) => tar.stdout.destroy(error))
  tar.on('exit', (code) => code !== 0 && tar.stdout.destroy(new AppError('backup_damaged')))
  tar.stdout.on('close', () => tar.kill())
  return tar.stdout
}

/**
 * Puts a backup in its place out of what `packBackup` gave, instead of what there is of it. Cut off anywhere, it changes nothing.
 *
 * @throws AppError `backup_damaged` when it is not that backup
 */
export async function unpackBackup(paths: HomePaths, source: BackupSource, archive: Readable, signal?: AbortSignal): Promise<void> {
  const own = join(paths.making, randomBytes(6).toString('hex'))
  const target = paths.backup(source.ref, source.id)
  try {
    await onDisk(async () => {
      await mkdir(own, { mode: 0o700 })
      const arguments_ = ['-xf', '-', '-C', own, '--no-same-owner', '--no-same-permissions']
      const tar = spawn('tar', arguments_, { stdio: ['pipe', 'ignore', 'ignore'], env: plainEnvironment })
      const ended = new Promise<number | null>((resolve, reject) => tar.on('error', reject).on('exit', resolve))
      // a process that ends early closes its pipe; its exit code shows the error
      const [fed, code] = await Promise.allSettled([pipeline(archive, tar.stdin, { signal }), ended])
      signal?.throwIfAborted()
      if (code.status === 'rejected') throw code.reason
      if (code.value !== 0) throw damaged('its archive', 'is truncated, or isn’t a tar archive')
      if (fed.status === 'rejected') throw systemCode(fed.reason) === 'EPIPE' ? damaged('its archive', 'has data after its end') : fed.reason
      await readManifest(own, source).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'backup_not_found' ? damaged('manifest.json', 'is missing') : error
      })
      await syncTree(own)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await removeTree(target)
      await rename(own, target)
      await syncFolder(dirname(target))
    })
  } finally {
    archive.destroy()
    await removeTree(own)
  }
}

/**
 * A file of archived WAL as it is kept; null when it is kept no more.
 *
 * @throws AppError `backup_damaged` when its content is another than its name says
 */
export async function readWalFile(kept: string, name: string): Promise<Buffer | null> {
  checkName(name)
  try {
    const content = await readFile(join(kept, name))
    await checkContent(name, content)
    return content
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Keeps a file that `readWalFile` gave, instead of what there is under its name.
 *
 * @throws AppError `backup_damaged` when its content is another than its name says
 */
export async function writeWalFile(kept: string, name: string, content: Buffer): Promise<void> {
  checkName(name)
  await checkContent(name, content)
  await mkdir(kept, { recursive: true, mode: 0o700 })
  await writeDurably(join(kept, name), content, 0o600)
}

async function checkContent(name: string, content: Buffer): Promise<void> {
  const archived = await decompress(content).catch(() => Buffer.alloc(0))
  if (createHash('sha256').update(archived).digest('hex') !== keptForm.exec(name)![2]) {
    throw damaged(name, 'differs from the archived content (SHA-256 mismatch)')
  }
}

/** So that no text from outside ever becomes a path. */
function checkName(name: string): void {
  if (basename(name) !== name || !keptForm.test(name)) throw new AppError('invalid_input', {}, { message: `${name} isn’t a WAL archive file` })
}
