import type { Lsn } from './lsn.ts'
import type { Tuple } from './tuple.ts'

/** What a table says of its rows in updates and deletes (`replica identity`). */
export type ReplicaIdentity = 'default' | 'nothing' | 'full' | 'index'

export interface RelationColumn {
  readonly name: string
  /** Part of the replica identity; of a `full` one every column is. */
  readonly isKey: boolean
  readonly typeOid: number
  readonly typeModifier: number
}

/** A table's definition, sent before its first change and again after it was altered. It applies to the changes that follow. */
export interface Relation {
  readonly kind: 'relation'
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly identity: ReplicaIdentity
  readonly columns: readonly RelationColumn[]
}

/** The old row: only the key columns (all others are NULL), or the whole row with a `full` identity. */
export interface OldRow {
  readonly isKeyOnly: boolean
  readonly row: Tuple
}

/** The messages of pgoutput's protocol 1 (PostgreSQL documentation, 54.9). Transactions come whole, in the order of their commits. */
export type ReplicationMessage =
  | { readonly kind: 'begin'; readonly commitLsn: Lsn; readonly at: Date; readonly xid: number }
  | { readonly kind: 'commit'; readonly commitLsn: Lsn; readonly endLsn: Lsn; readonly at: Date }
  | { readonly kind: 'origin'; readonly lsn: Lsn; readonly name: string }
  | Relation
  | { readonly kind: 'type'; readonly oid: number; readonly schema: string; readonly name: string }
  | { readonly kind: 'insert'; readonly relation: Relation; readonly row: Tuple }
  /** `old` is null where the key is as it was. */
  | { readonly kind: 'update'; readonly relation: Relation; readonly old: OldRow | null; readonly row: Tuple }
  | { readonly kind: 'delete'; readonly relation: Relation; readonly old: OldRow }
  | { readonly kind: 'truncate'; readonly relations: readonly Relation[]; readonly isCascade: boolean; readonly restartsIdentity: boolean }
  /** What pg_logical_emit_message() wrote; sent only where it is asked for. */
  | { readonly kind: 'message'; readonly isTransactional: boolean; readonly lsn: Lsn; readonly prefix: string; readonly content: Buffer }
