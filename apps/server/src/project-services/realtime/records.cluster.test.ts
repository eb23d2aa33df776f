import type { RequestRow } from '@colonnade/gateway'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'
import { openRawSocket, type RawSocket, refusedHandshake } from './testing-sockets.ts'

let project: TestProject
const opened: RawSocket[] = []

beforeAll(async () => {
  project = await openTestProject('Recorded')
})
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await project[Symbol.asyncDispose]()
})

const connect = async (): Promise<RawSocket> => {
  const socket = await openRawSocket(project.url, project.anonKey)
  opened.push(socket)
  return socket
}
const join = async (socket: RawSocket, topic: string, config: object = {}): Promise<void> => {
  socket.send('1', '1', topic, 'phx_join', { config: { presence: { enabled: false }, ...config } })
  expect(await socket.reply('1')).toMatchObject({ status: 'ok' })
}

/** Rows of the project's log of requests. */
const rows = async (): Promise<readonly RequestRow[]> => {
  const text = await readFile(path.join(project.platform.ground.home, 'logs', project.ref, 'edge.ndjson'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RequestRow]))
}
const about = async (event: string): Promise<readonly RequestRow[]> => (await rows()).filter(({ attributes }) => attributes['event'] === event)

test('each message that is sent counts, and each that is delivered; joins, replies and heartbeats don’t', async () => {
  const { realtimeCounts } = project.platform.ctx.parts
  const [one, two, three] = [await connect(), await connect(), await connect()]
  for (const socket of [one, two, three]) await join(socket, 'realtime:counted', { broadcast: { ack: true } })
  one.send('1', '2', 'realtime:counted', 'broadcast', { type: 'broadcast', event: 'said', payload: {} })
  expect(await one.reply('2')).toMatchObject({ status: 'ok' })
  one.send(null, '3', 'phoenix', 'heartbeat', {})
  await one.reply('3')
  const sent = await fetch(`${project.url}/realtime/v1/api/broadcast/counted/events/said`, {
    method: 'POST',
    headers: { apikey: project.anonKey, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(sent.status).toBe(202)
  await expect.poll(() => realtimeCounts.listMessages()).toEqual([[project.ref, 1 + 2 + 1 + 3]])
  await two.close()
  await three.close()
  await expect
    .poll(async () => {
      const peaks: unknown[] = []
      await realtimeCounts.takePeaks(async (taken) => void peaks.push(...taken))
      return peaks
    })
    .toEqual([{ ref: project.ref, peak: 1 }])
  // rows are written in a while
  await expect.poll(async () => (await about('socket')).length).toBe(2)
})

test('a socket has one row in the log, once it has ended; what was refused over it has rows of its own', async () => {
  const [socket, other, unreadable] = [await connect(), await connect(), await connect()]
  await join(socket, 'realtime:logged')
  socket.send('2', '2', 'realtime:secret', 'phx_join', { config: { private: true } })
  expect(await socket.reply('2')).toMatchObject({ status: 'error' })
  socket.send('3', '3', 'realtime:', 'phx_join', {})
  await socket.reply('3')
  socket.send('4', '4', 'realtime:rows', 'phx_join', { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'nowhere' }] } })
  await socket.reply('4')
  socket.socket.close(4_000, 'Bye')
  other.socket.terminate()
  unreadable.socket.send('x'.repeat(6 * 1024 * 1024), () => {})
  await expect.poll(async () => (await about('socket')).length).toBe(2 + 3)
  const ended = (await about('socket')).slice(2)
  const [row] = ended.filter(({ attributes }) => attributes['close_code'] === 4_000)
  expect(row).toMatchObject({
    path: '/realtime/v1/websocket',
    search: 'apikey=…&vsn=2.0.0',
    status: 101,
    role: 'anon',
    attributes: { reason: 'Bye', ended_by: 'client', vsn: '2.0.0', joins: 4, joins_refused: 2, messages_in: 4, bytes_in: expect.any(Number) },
  })
  expect(row!.duration_ms).toBeGreaterThan(1)
  expect(ended.map(({ attributes }) => [attributes['close_code'], attributes['ended_by'], attributes['reason']])).toEqual(
    expect.arrayContaining([
      [1006, 'client', 'Connection lost'],
      [1009, 'server', 'Max payload size exceeded'],
    ]),
  )
  const refused = [...(await about('join_refused')), ...(await about('changes_refused'))]
  expect(
    refused.map(({ status, request_id: id, attributes }) => [status, id === row!.request_id, attributes['topic'], attributes['reason']]),
  ).toEqual([
    [403, true, 'realtime:secret', 'Unauthorized: You do not have permissions to read from this Channel topic: secret'],
    [400, true, 'realtime:', 'TopicNameRequired: You must provide a topic name'],
    [400, true, 'realtime:rows', expect.stringContaining('Unable to subscribe to changes with given parameters')],
  ])
  await refusedHandshake(project.url, 'apikey=wrong')
  await refusedHandshake(project.url, `apikey=${project.anonKey}&vsn=9.0.0`)
  await expect
    .poll(async () => (await about('socket_refused')).map(({ status, attributes }) => [status, attributes['reason']]))
    .toEqual([
      [401, 'The token provided is not a valid JWT'],
      [400, 'Unknown protocol version. Use vsn=1.0.0 or vsn=2.0.0'],
    ])
})
