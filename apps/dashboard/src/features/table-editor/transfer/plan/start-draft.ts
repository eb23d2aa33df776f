import type { Entity } from '@colonnade/pg-meta'
import { formatBytes } from '../../../../lib/bytes.ts'
import { tableName } from '../guessing/names.ts'
import { notTextReason } from '../reading/not-text.ts'
import { readHead } from '../reading/read-head.ts'
import { detectSettings } from '../reading/sample.ts'
import type { ImportDraft } from './draft.ts'

/** A file of which nothing can be made, in words. */
export class UnusableFile extends Error {}

/**
 * What an import of a file starts from: how it is most likely to be read, into the table that is open if rows can be added to it.
 * @throws UnusableFile
 */
export async function startDraft(file: File, isPasted: boolean, schema: string, entity: Entity | null): Promise<ImportDraft> {
  const head = await readHead(file).catch((error: unknown) => {
    throw new UnusableFile(`${file.name} can not be read: it may have been moved or changed since it was chosen.`, { cause: error })
  })
  if (file.size === 0) throw new UnusableFile(isPasted ? 'Nothing was pasted.' : `${file.name} is empty.`)
  const notText = notTextReason(head.bytes)
  if (notText !== null)
    throw new UnusableFile(`${file.name} (${formatBytes(file.size)}) is ${notText.is}, not rows of text. ${notText.advice}`.trim())
  return {
    file,
    isPasted,
    head,
    settings: detectSettings(head, file.name),
    choices: {
      into: takesRows(entity) ? 'existing' : 'new',
      table: { schema, name: tableName(isPasted ? '' : file.name), hasRls: true, hasNumber: null },
      edits: {},
      targets: {},
      onConflict: 'insert',
      key: null,
      onBadRow: 'stop',
    },
  }
}

/** Whether rows of a file can go into a relation: COPY fills tables, not views. */
export function takesRows(entity: Entity | null): entity is Entity {
  return entity !== null && (entity.entity_type === 'r' || entity.entity_type === 'p') && entity.is_insertable
}
