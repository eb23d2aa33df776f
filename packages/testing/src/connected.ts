import pg from 'pg'

/** A driver's connection, closed whatever happens. What the server does to it meanwhile is told by its queries alone. */
export async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
