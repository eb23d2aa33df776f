import type { Database } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { KeyRecord } from '@colonnade/secrets'

/** Keeps the identifier of the master key in the control plane's database. */
export function createKeyRecord(database: Database): KeyRecord {
  return {
    async read() {
      const row = await database.first<{ key_id: string }>(sql`select key_id from master_key`)
      return row?.key_id ?? null
    },
    async keep(id) {
      await database.run(sql`insert into master_key (key_id) values (${id}) on conflict (only_row) do update set key_id = excluded.key_id`)
    },
  }
}
