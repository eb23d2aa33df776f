import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { fallAsleep } from '../clusters/cluster-wake.ts'
import { openGround } from './ground.ts'

/** For what is still on its way after the last commit. */
const patienceMs = 5_000
/** Less than a socket may be silent. */
const heartbeatMs = 20_000

export interface Awakenings {
  /** Rows that were committed and not heard of once, in their order. */
  readonly lost: number
  /** From the request that wakes the project until its row is heard of. */
  readonly wakeMs: readonly number[]
}

/** Puts a project to sleep so often while a client is subscribed, with a row written just before and one that wakes it. */
export async function awakenings(count: number): Promise<Awakenings> {
  await using ground = await openGround()
  const { api, server } = ground
  const ref = await ground.create('sleeper')
  await ground.query(ref, 'create table rows (id int primary key); alter publication supabase_realtime add table rows; grant select on rows to anon')
  const { service_api_keys: keys } = await api.projectSettings.settings({ params: { ref } })
  const keyOf = (wanted: string): string => keys.find(({ name }) => name === wanted)!.api_key
  const url = `${server.url}/api/${ref}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${keyOf('anon')}&vsn=2.0.0`)
  await once(socket, 'open')
  const heartbeat = setInterval(() => socket.send('[null,"h","phoenix","heartbeat",{}]'), heartbeatMs)
  const heard: number[] = []
  const arrivals = new Map<number, number>()
  const joined = Promise.withResolvers<void>()
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.includes('"phx_reply"')) joined.resolve()
    const id = /"record":\{"id":(\d+)/.exec(text)?.[1]
    if (id === undefined) return
    heard.push(Number(id))
    arrivals.set(Number(id), performance.now())
  })
  const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'rows' }], presence: { enabled: false } }
  socket.send(JSON.stringify(['1', '1', 'realtime:rows', 'phx_join', { config }]))
  await joined.promise
  const service = keyOf('service_role')
  const wakeMs: number[] = []
  const written: number[] = []
  const write = async (id: number): Promise<number> => {
    const begin = performance.now()
    const { status } = await fetch(`${url}/rest/v1/rows`, {
      method: 'POST',
      headers: { apikey: service, authorization: `Bearer ${service}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    if (status !== 201) throw new Error(`The data API answered ${status}`)
    written.push(id)
    return begin
  }
  for (let round = 0; round < count; round += 1) {
    await write(2 * round)
    await fallAsleep(api, ref)
    const begin = await write(2 * round + 1)
    for (const deadline = performance.now() + patienceMs; !arrivals.has(2 * round + 1) && performance.now() < deadline;) await sleep(1)
    wakeMs.push((arrivals.get(2 * round + 1) ?? Infinity) - begin)
  }
  clearInterval(heartbeat)
  socket.terminate()
  const lost = written.filter((id, index) => heard[index] !== id).length
  return { lost, wakeMs }
}
