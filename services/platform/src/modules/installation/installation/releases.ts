import type { Release, Releases } from '@colonnade/contracts/installation/installation'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlatformContext } from '../../../kernel/context.ts'

/** A context's part of this module. */
export interface HasRelease {
  readonly release: Release
}

/** Where this copy of the program is. */
export const programFolder = fileURLToPath(new URL('../../../../../../', import.meta.url)).replace(/[/\\]$/, '')

/** Compares what runs with what is on the disk; asks nobody outside, since an installation may have no way there. */
export async function retrieveReleases({ parts: { release: running } }: PlatformContext<HasRelease>, folder = programFolder): Promise<Releases> {
  const version = await readVersion(folder)
  const installed = version === null ? null : await readRelease(folder, version)
  const isOther = installed !== null && (installed.version !== running.version || installed.revision !== running.revision)
  return { running, installed, is_restart_needed: isOther, folder }
}

export async function readRelease(folder: string, version: string): Promise<Release> {
  return { version, revision: await readRevision(join(folder, '.git')) }
}

async function readVersion(folder: string): Promise<string | null> {
  const text = await readText(join(folder, 'package.json'))
  try {
    const { version } = JSON.parse(text ?? '{}') as { version?: unknown }
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

/** The commit that a clone is at, as Git keeps it: named by HEAD, or by the branch that HEAD names, in a file of its own or among the packed ones. */
async function readRevision(gitFolder: string): Promise<string | null> {
  const head = (await readText(join(gitFolder, 'HEAD')))?.trim() ?? ''
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  if (branch === undefined || branch.includes('..')) return commitOf(head)
  const own = await readText(join(gitFolder, branch))
  if (own !== null) return commitOf(own.trim())
  const packed = (await readText(join(gitFolder, 'packed-refs'))) ?? ''
  return commitOf(
    packed
      .split('\n')
      .find((line) => line.endsWith(` ${branch}`))
      ?.slice(0, 40) ?? '',
  )
}

function commitOf(text: string): string | null {
  return /^[0-9a-f]{40}$/.test(text) ? text : null
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null)
}
