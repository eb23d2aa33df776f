import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '@colonnade/objects'
import type { Context } from './context.ts'
import { folderOf, suffix } from './rejects.ts'

/** Deletes files of imports of earlier runs of the platform. */
export async function sweepRejects(ctx: Context): Promise<void> {
  const names = await readdir(folderOf(ctx)).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) if (!ctx.parts.imports.has(name.replace(suffix, ''))) await rm(join(folderOf(ctx), name), { force: true })
}
