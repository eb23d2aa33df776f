import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { literal, sql } from '@colonnade/sql'
import type { Engine } from './engine.ts'

interface ExtensionFile {
  readonly name: string
  readonly library: string | undefined
  readonly requires: readonly string[]
}

/**
 * Names of the extensions of an engine that really work on this machine, sorted: those whose library can be loaded (it may need
 * another one, say Python's, that is not here), and whose required extensions can.
 */
export async function probeExtensions(engine: Engine, database: Queryable): Promise<string[]> {
  const files = await readExtensionFiles(engine)
  const working = new Map<string, boolean>()
  for (const { name, library } of files.values()) working.set(name, library === undefined || (await loads(database, library)))
  const works = (name: string): boolean => working.get(name) === true && files.get(name)!.requires.every(works)
  return [...files.keys()].filter(works).sort()
}

async function loads(database: Queryable, library: string): Promise<boolean> {
  try {
    await database.run(sql`load ${literal(library)}`)
    return true
  } catch (error) {
    if (isAppError(error, 'connection_lost')) throw error
    return false
  }
}

async function readExtensionFiles(engine: Engine): Promise<Map<string, ExtensionFile>> {
  const folder = join(engine.folder, 'share', 'postgresql', 'extension')
  const controls = (await readdir(folder)).filter((name) => name.endsWith('.control'))
  const files = await Promise.all(
    controls.map(async (file): Promise<ExtensionFile> => {
      const text = await readFile(join(folder, file), 'utf8')
      const setting = (name: string): string | undefined => new RegExp(`^\\s*${name}\\s*=\\s*'([^']*)'`, 'm').exec(text)?.[1]
      const requires = (setting('requires') ?? '').split(',').map((name) => name.trim())
      return { name: file.slice(0, -'.control'.length), library: setting('module_pathname'), requires: requires.filter((name) => name !== '') }
    }),
  )
  return new Map(files.map((file) => [file.name, file]))
}
