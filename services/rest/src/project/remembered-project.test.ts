import { AppError, manualClock, silentLogger } from '@colonnade/core'
import { expect, test } from 'vitest'
import { rememberedMs } from '../limits.ts'
import { rememberProject } from './remembered-project.ts'

const client = { mode: 'transaction', role: 'authenticator', address: null, isEncrypted: true } as const
const endpoint = { host: '/socket', port: 1 }

function open() {
  const clock = manualClock(0)
  const world = { error: null as AppError | null, released: 0 }
  const answer = async <Answer>(value: Answer): Promise<Answer> => {
    if (world.error !== null) throw world.error
    return value
  }
  const project = rememberProject('abcdefghijklmnopqrst', client, {
    projects: {
      resolve: () => answer({ state: 'active', address: null, endpoint, limits: { sessions: 1, servers: 1, clients: 1 } }),
      hold: () => answer(() => void (world.released += 1)),
      rest: () => answer({ isEnabled: true, poolSize: 4, allowedOrigins: ['*'] }),
    },
    clock,
    logger: silentLogger,
  })
  return { world, clock, project }
}

test('what the directory said serves on while it is away, for ten minutes', async () => {
  const { world, clock, project } = open()
  const release = await project.hold()
  release()
  await Promise.all([project.endpoint(), project.poolSize()])
  world.error = new AppError('connection_lost')
  clock.advance(rememberedMs)
  expect([await project.endpoint(), await project.poolSize()]).toEqual([endpoint, 4])
  const nothing = await project.hold()
  nothing()
  expect(world.released).toBe(1)
  clock.advance(1)
  for (const asking of [project.hold(), project.endpoint(), project.poolSize()])
    await expect(asking).rejects.toMatchObject({ code: 'connection_lost' })
})

test('what it refuses stays refused, and a project that nobody knew is not made up', async () => {
  const { world, project } = open()
  world.error = new AppError('connection_lost')
  await expect(project.endpoint()).rejects.toMatchObject({ code: 'connection_lost' })
  world.error = null
  await project.hold()
  world.error = new AppError('project_wake_failed')
  await expect(project.hold()).rejects.toMatchObject({ code: 'project_wake_failed' })
})
