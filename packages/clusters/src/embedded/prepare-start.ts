import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outbox, prepareOutbox } from './backups/archive.ts'
import type { ClusterContext } from './cluster.ts'
import { accessText, settingsText } from './engine/settings.ts'
import { giveTo } from './storage/accounts.ts'
import type { ClusterDescription } from './storage/cluster-file.ts'
import { readIfThere } from './storage/files.ts'
import type { ClusterPaths } from './storage/paths.ts'
import { prepareSocketParent } from './storage/sockets.ts'
import type { OwnNames } from '../own-names.ts'

/** What the server's settings file is to say now. */
export function textOf(context: ClusterContext, description: ClusterDescription): string {
  const { paths, mark } = context
  const { version, compute, port } = description
  const primary = context.primaryOf(description)
  const archive = description.isArchiving === true ? outbox(paths) : undefined
  const leaves = description.promotion?.leaves
  return settingsText({
    version,
    compute,
    port,
    socket: paths.socket,
    log: paths.log,
    processName: mark.processName,
    primary,
    archive,
    leaves,
    access: accessFile(paths),
    isClosed: description.isClosed === true,
  })
}

/** Beside the data, where the server can't write. */
function accessFile({ folder }: ClusterPaths): string {
  return join(folder, 'pg_hba.conf')
}

/** The settings but for the address of the primary, which alone can change while a server runs. */
export function limitsOf(text: string | undefined): string | undefined {
  return text?.replace(/^primary_conninfo = .*$/m, '')
}

/** Makes sure of the folder that archived segments go to. */
export async function prepareArchive({ paths }: ClusterContext, { isArchiving, account }: ClusterDescription): Promise<void> {
  if (isArchiving === true) await prepareOutbox(paths, account)
}

/** Writes the settings where they changed. */
export async function writeSettings(context: ClusterContext, description: ClusterDescription): Promise<void> {
  await replaceText(context.paths.settings, textOf(context, description))
}

/** Writes who may come in; false where that is what it was. */
export function writeAccess({ paths }: ClusterContext, { isClosed }: ClusterDescription, names: OwnNames | undefined): Promise<boolean> {
  return replaceText(accessFile(paths), accessText(names, isClosed === true))
}

async function replaceText(path: string, text: string): Promise<boolean> {
  if ((await readIfThere(path)) === text) return false
  await writeFile(`${path}.next`, text, { mode: 0o644 })
  await rename(`${path}.next`, path)
  return true
}

/** Writes the settings, and makes sure of the folders the server needs. */
export async function prepareStart(context: ClusterContext, description: ClusterDescription, names: OwnNames | undefined): Promise<void> {
  const { paths } = context
  const { account } = description
  await prepareArchive(context, description)
  await writeAccess(context, description, names)
  await writeSettings(context, description)
  await prepareSocketParent(paths)
  for (const folder of [paths.log, paths.socket]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    await giveTo(account, folder)
  }
  // sockets of a killed server that had another port
  for (const name of await readdir(paths.socket)) await rm(join(paths.socket, name), { force: true })
}
