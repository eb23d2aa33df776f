import type { MigrationLabel } from '@colonnade/contracts/copies/merges'
import type { Migration } from '@colonnade/pg-meta'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { PendingMigration } from './replay.ts'
import type { SchemaObject } from './schema-objects.ts'

type Label = z.infer<typeof MigrationLabel>

/** Migrations of a branch to merge, and obstacles. */
export interface MergePlan {
  /** Ordered by version. */
  readonly pending: readonly PendingMigration[]
  /** Recorded without statements, so their effects aren't known. */
  readonly unknown: readonly Label[]
  readonly ahead: readonly Label[]
  readonly conflicts: readonly Label[]
}

export function planMerge(branch: readonly Migration[], target: readonly Migration[]): MergePlan {
  const known = new Map(target.map((migration) => [migration.version, migration]))
  const own = new Set(branch.map(({ version }) => version))
  const lacking = branch.filter(({ version }) => !known.has(version)).toSorted(byVersion)
  const pending = lacking.flatMap(({ version, name, statements, created_by }) =>
    statements === null ? [] : [{ version, name, statements, created_by }],
  )
  return {
    pending,
    unknown: lacking.filter(({ statements }) => statements === null).map(labelOf),
    ahead: target
      .filter(({ version }) => !own.has(version))
      .map(labelOf)
      .toSorted(byVersion),
    conflicts: branch
      .filter(({ version, statements }) => known.has(version) && JSON.stringify(known.get(version)!.statements) !== JSON.stringify(statements))
      .map(labelOf)
      .toSorted(byVersion),
  }
}

/** Returns the same value for the same schema and pending migrations, so that what is applied is what was rehearsed. */
export function fingerprintOf(target: readonly SchemaObject[], { pending }: MergePlan): string {
  return createHash('sha256')
    .update(JSON.stringify([target, pending]))
    .digest('hex')
}

function labelOf({ version, name }: Migration): Label {
  return { version, name }
}

/** Sorts in the order of the table's primary key. */
function byVersion(one: Label, other: Label): number {
  return one.version < other.version ? -1 : Number(one.version > other.version)
}
