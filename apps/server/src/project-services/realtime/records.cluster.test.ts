import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'
import { openRawSocket, type RawSocket } from './testing-sockets.ts'

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
})
