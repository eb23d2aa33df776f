import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import { type ScratchServer, withScratchServer } from '../copies/scratch-server.ts'
import { configurationText, privateAccessText, type SettingsInput } from '../engine/settings.ts'
import { initialize } from '../engine/template.ts'
import { type OwnNames, ownNames } from '../../own-names.ts'

const startMs = 60_000

/** An empty cluster, as initdb makes it. What is loaded into it names our superuser as its source does. */
export async function makeEmpty({ own, engine, account }: Pick<ScratchServer, 'own' | 'engine' | 'account'>, names: OwnNames): Promise<void> {
  await mkdir(own.folder)
  await chmod(own.folder, account === null ? 0o700 : 0o711)
  await initialize(engine, own, account, ownNames[names].administrator)
  await writeFile(join(own.data, 'postgresql.conf'), configurationText)
  await writeFile(join(own.data, 'pg_hba.conf'), privateAccessText)
}

/** Lets a server that nobody else can reach run on a cluster for as long as the work takes, and stops it in order. */
export function withPassingServer<T>(
  server: ScratchServer,
  settingsOf: (input: SettingsInput) => string,
  work: (server: ClusterEndpoint) => Promise<T>,
): Promise<T> {
  return withScratchServer(server, { kind: 'blank', settingsOf, startMs, failureOf: startFailure }, work)
}

function startFailure(log: string[]): AppError {
  return new AppError('cluster_start_failed', { log }, { message: 'The new database server did not start', internal: log.join('\n') })
}
