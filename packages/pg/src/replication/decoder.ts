import { ByteReader } from './byte-reader.ts'
import { timeOf } from './lsn.ts'
import type { OldRow, Relation, ReplicaIdentity, ReplicationMessage } from './messages.ts'
import { Tuple } from './tuple.ts'

/** Decodes a pgoutput message. Its rows keep a reference to the bytes. */
export type Decoder = (bytes: Buffer) => ReplicationMessage

/**
 * Creates a decoder for one connection. It remembers the tables described on it.
 *
 * The decoder throws a RangeError for anything that isn't a message of protocol 1.
 */
export function createDecoder(): Decoder {
  const relations = new Map<number, Relation>()
  const relationOf = (oid: number): Relation => {
    const relation = relations.get(oid)
    if (relation === undefined) throw new RangeError(`The table ${oid} wasn’t described before its first change`)
    return relation
  }
  return (bytes) => {
    const reader = new ByteReader(bytes)
    const type = reader.character()
    switch (type) {
      case 'B':
        return { kind: 'begin', commitLsn: reader.uint64(), at: timeOf(reader.int64()), xid: reader.uint32() }
      case 'C':
        reader.uint8() // flags, of which there are none
        return { kind: 'commit', commitLsn: reader.uint64(), endLsn: reader.uint64(), at: timeOf(reader.int64()) }
      case 'O':
        return { kind: 'origin', lsn: reader.uint64(), name: reader.text() }
      case 'R': {
        const relation = readRelation(reader)
        relations.set(relation.oid, relation)
        return relation
      }
      case 'Y':
        return { kind: 'type', oid: reader.uint32(), schema: schemaName(reader.text()), name: reader.text() }
      case 'I': {
        const relation = relationOf(reader.uint32())
        expectNew(reader.character())
        return { kind: 'insert', relation, row: Tuple.read(reader) }
      }
      case 'U':
        return readUpdate(reader, relationOf(reader.uint32()))
      case 'D': {
        const relation = relationOf(reader.uint32())
        return { kind: 'delete', relation, old: readOld(reader, reader.character()) }
      }
      case 'T':
        return readTruncate(reader, relationOf)
      case 'M':
        return readMessage(reader)
      default:
        throw new RangeError(`Unknown message type ${JSON.stringify(type)}`)
    }
  }
}

const identities: { readonly [letter: string]: ReplicaIdentity } = { d: 'default', n: 'nothing', f: 'full', i: 'index' }

function readRelation(reader: ByteReader): Relation {
  const oid = reader.uint32()
  const schema = schemaName(reader.text())
  const name = reader.text()
  const letter = reader.character()
  const identity = identities[letter]
  if (identity === undefined) throw new RangeError(`Unknown replica identity ${JSON.stringify(letter)}`)
  const columns = Array.from({ length: reader.uint16() }, () => ({
    isKey: (reader.uint8() & 1) === 1,
    name: reader.text(),
    typeOid: reader.uint32(),
    typeModifier: reader.int32(),
  }))
  return { kind: 'relation', oid, schema, name, identity, columns }
}

/** pg_catalog is sent as an empty name. */
function schemaName(sent: string): string {
  return sent === '' ? 'pg_catalog' : sent
}

function readUpdate(reader: ByteReader, relation: Relation): ReplicationMessage {
  const mark = reader.character()
  if (mark === 'N') return { kind: 'update', relation, old: null, row: Tuple.read(reader) }
  const old = readOld(reader, mark)
  expectNew(reader.character())
  return { kind: 'update', relation, old, row: Tuple.read(reader) }
}

function readOld(reader: ByteReader, mark: string): OldRow {
  if (mark !== 'K' && mark !== 'O') throw new RangeError(`Unknown mark of an old row: ${JSON.stringify(mark)}`)
  return { isKeyOnly: mark === 'K', row: Tuple.read(reader) }
}

function expectNew(mark: string): void {
  if (mark !== 'N') throw new RangeError(`Unknown mark of a new row: ${JSON.stringify(mark)}`)
}

function readTruncate(reader: ByteReader, relationOf: (oid: number) => Relation): ReplicationMessage {
  const count = reader.uint32()
  const options = reader.uint8()
  const relations: Relation[] = []
  // as many as the message has bytes for: a count that lies ends at its end
  while (relations.length < count) relations.push(relationOf(reader.uint32()))
  return { kind: 'truncate', relations, isCascade: (options & 1) === 1, restartsIdentity: (options & 2) === 2 }
}

function readMessage(reader: ByteReader): ReplicationMessage {
  const isTransactional = (reader.uint8() & 1) === 1
  const lsn = reader.uint64()
  const prefix = reader.text()
  return { kind: 'message', isTransactional, lsn, prefix, content: reader.take(reader.uint32()) }
}
