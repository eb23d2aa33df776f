import { clientConfig, type ConnectionTarget } from '@colonnade/pg'
import pg from 'pg'

/** A connection whose values go out as parameters and come back as Postgres writes them. */
export interface RawRows extends AsyncDisposable {
  readonly run: (text: string, values?: readonly (string | Uint8Array | null)[]) => Promise<(string | null)[][]>
}

export async function openRawRows(target: ConnectionTarget): Promise<RawRows> {
  const client = new pg.Client(clientConfig(target))
  client.on('error', () => {})
  await client.connect()
  const types = { getTypeParser: () => (value: string) => value }
  return {
    async run(text, values = []) {
      const { rows } = await client.query<(string | null)[]>({ text, values: [...values], rowMode: 'array', types })
      return rows
    },
    async [Symbol.asyncDispose]() {
      await client.end()
    },
  }
}
