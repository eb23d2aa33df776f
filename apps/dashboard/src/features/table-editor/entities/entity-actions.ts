import { format, materializedViews, type EntityType } from '@colonnade/pg-meta'
import { copyText, toast } from '@colonnade/ui'
import type { QueryClient } from '@tanstack/react-query'
import { chosenSource } from '../../../scope/database-source/chosen-source.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import { entityQuery } from '../queries.ts'
import { switchRls } from '../../../scope/relations/rls-switch.ts'
import { openExportDialog } from '../transfer/export/export-dialog-state.ts'
import { entitiesKey } from './entity-queries.ts'
import { entityActionsText } from './messages.ts'

type Named = Pick<EntityType, 'id' | 'schema' | 'name'>

/** `select * from public."Odd table" limit 100;` */
export function selectText({ schema, name }: Pick<EntityType, 'schema' | 'name'>, limit: number): string {
  return `select * from ${format.ident(schema)}.${format.ident(name)} limit ${limit};\n`
}

export async function copyDdl(ref: string, entity: EntityType): Promise<void> {
  await told(entityActionsText.definitionFailed(entity.name), async () => {
    // it knows every kind of object: not for those who only look at rows
    const { retrieveDdl } = await import('../../../scope/relations/ddl.ts')
    if (await copyText(await retrieveDdl(ref, entity))) toast.success(entityActionsText.definitionCopied(entity.name))
  })
}

export async function setRls(client: QueryClient, ref: string, { schema, name }: Named, isOn: boolean): Promise<void> {
  await told(entityActionsText.rlsFailed(name, isOn), async () => {
    await switchRls(ref, { schema, name }, isOn)
    await refresh(client, ref)
  })
}

/** Runs its query again; as long as that takes. */
export async function refreshView(client: QueryClient, ref: string, { id, name }: Named): Promise<void> {
  await told(entityActionsText.refreshFailed(name), async () => {
    await runSql(ref, { query: materializedViews.refresh({ id }).sql, timeout_ms: 0 })
    toast.success(entityActionsText.refreshed(name))
    await refresh(client, ref)
  })
}

/** Opens the dialog that exports all rows, from the database that the editor reads. */
export async function exportEntity(client: QueryClient, ref: string, { id, name }: Named): Promise<void> {
  await told(entityActionsText.openFailed(name), async () => {
    const entity = await client.fetchQuery(entityQuery(ref, { id }))
    if (entity === null) throw new Error(entityActionsText.gone)
    openExportDialog({ projectRef: ref, table: entity, rows: { kind: 'all' }, as: { database: chosenSource(ref) } })
  })
}

async function refresh(client: QueryClient, ref: string): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: entitiesKey(ref) }), client.invalidateQueries({ queryKey: sqlKey(ref, 'entity') })])
}

async function told(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast.error(`${failure}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
