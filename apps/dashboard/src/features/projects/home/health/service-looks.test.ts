import { expect, test } from 'vitest'
import { messageOf } from './service-looks.ts'

const connections = { id: 'connections', status: 'HEALTHY', message: '2 of 40 connections in use' } as const
const activity = { active_connections: 0, max_connections: 40 }

test('a page tells one number of connections', () => {
  expect(messageOf(connections, activity)).toBe('0 of 40 connections in use')
  expect(messageOf(connections, undefined)).toBe('2 of 40 connections in use')
})

test('what is wrong is said as it was found, and so is everything about other services', () => {
  const short = { ...connections, status: 'WARNING', message: '36 of 40 connections in use' } as const
  expect(messageOf(short, activity)).toBe(short.message)
  expect(messageOf({ id: 'disk', status: 'HEALTHY', message: '1 GB free' }, activity)).toBe('1 GB free')
})
