import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { onLostSource, watchingForLostSource } from './lost-sources.ts'

test('who shows the databases of a project hears of one that is gone or not ready, and nothing of other failures or projects', async () => {
  const heard: string[] = []
  const stop = onLostSource('a', () => heard.push('a'))
  onLostSource('b', () => heard.push('b'))
  const fail = (code: ConstructorParameters<typeof AppError>[0]) => expect(watchingForLostSource('a', Promise.reject(new AppError(code)))).rejects
  await fail('query_cancelled').toMatchObject({ code: 'query_cancelled' })
  expect(await watchingForLostSource('a', Promise.resolve(1))).toBe(1)
  expect(heard).toEqual([])
  await fail('database_not_found').toMatchObject({ code: 'database_not_found' })
  await fail('replica_not_ready').toMatchObject({ code: 'replica_not_ready' })
  expect(heard).toEqual(['a', 'a'])
  stop()
  await fail('database_not_found').toMatchObject({ code: 'database_not_found' })
  expect(heard).toEqual(['a', 'a'])
})
