import { expect, it } from 'vitest'
import { createBuildQueue } from './queue.ts'

const limits = { atOnce: 2, ofProjectAtOnce: 1, waitingMost: 4, waitingOfProjectMost: 3 }

function openWork(queue: ReturnType<typeof createBuildQueue>) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (ref: string, name: string): Promise<string> =>
    queue.run(ref, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, begin, end }
}

it('lets projects take turns, however many builds one of them has waiting', async () => {
  const { started, begin, end } = openWork(createBuildQueue(limits))
  const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1'), begin('c', 'c1')]
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  await end('b1')
  expect(started.slice(2).sort()).toEqual(['a2', 'c1'])
  await end('c1')
  await end('a2')
  await end('a3')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

it('refuses what would wait too long, and goes on after a build that failed', async () => {
  const queue = createBuildQueue(limits)
  const { begin, end } = openWork(queue)
  const failing = queue.run('b', () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  const kept = ['a1', 'a2', 'a3', 'a4'].map((name) => begin('a', name))
  await expect(begin('a', 'a5')).rejects.toMatchObject({ code: 'too_busy' })
  for (const name of ['a1', 'a2', 'a3', 'a4']) await end(name)
  expect(await Promise.all(kept)).toHaveLength(4)
  expect(await queue.run('a', async () => 'free')).toBe('free')
})
