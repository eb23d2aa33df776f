import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import { type ScratchServer, withScratchServer } from '../copies/scratch-server.ts'
import { accessText, configurationText, type SettingsInput } from '../engine/settings.ts'
import { initialize } from '../engine/template.ts'

const startMs = 60_000

/** An empty cluster, as initdb makes it. */
export async function makeEmpty({ own, engine, account }: Pick<ScratchServer, 'own' | 'engine' | 'account'>): Promise<void> {
  await mkdir(own.folder)
  await chmod(own.folder, account === null ? 0o700 : 0o711)
  await initialize(engine, own, account)
  await writeFile(join(own.data, 'postgresql.conf'), configurationText)
  await writeFile(join(own.data, 'pg_hba.conf'), accessText)
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
