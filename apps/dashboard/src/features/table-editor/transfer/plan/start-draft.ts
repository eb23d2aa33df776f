import type { Entity } from '@colonnade/pg-meta'
import { formatBytes } from '../../../../lib/bytes.ts'
import { tableName } from '../guessing/names.ts'
import { notTextReason } from '../reading/not-text.ts'
import { readHead } from '../reading/read-head.ts'
import { detectSettings, readSample } from '../reading/sample.ts'
import { targetsOf, type ImportDraft, type Into } from './draft.ts'
import { startDraftText } from './messages.ts'

/** A file that can't be used, with the reason. */
export class UnusableFile extends Error {}

export interface DraftStart {
  readonly file: File
  readonly isPasted: boolean
  readonly schema: string
  /** The relation that is open. */
  readonly entity: Entity | null
  /** Where the rows should go; undefined where nobody said. */
  readonly into: Into | undefined
}

/**
 * Returns what an import starts from: how the file is most likely read, and where its rows go. Unless that was said, rows go into the open
 * table only if it has a column for one of the file's.
 * @throws UnusableFile
 */
export async function startDraft({ file, isPasted, schema, entity, into }: DraftStart): Promise<ImportDraft> {
  const head = await readHead(file).catch((error: unknown) => {
    throw new UnusableFile(startDraftText.unreadable(file.name), { cause: error })
  })
  if (file.size === 0) throw new UnusableFile(isPasted ? startDraftText.nothingPasted : startDraftText.empty(file.name))
  const notText = notTextReason(head.bytes)
  if (notText !== null) throw new UnusableFile(startDraftText.notText(file.name, formatBytes(file.size), notText.is, notText.advice).trim())
  const settings = detectSettings(head, file.name)
  const fits = (open: Entity) => into === 'existing' || targetsOf(readSample(head, settings), open, {}).some((target) => target !== null)
  return {
    file,
    isPasted,
    head,
    settings,
    choices: {
      into: into !== 'new' && takesRows(entity) && fits(entity) ? 'existing' : 'new',
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
