import { expect, test } from 'vitest'
import { ownHostUrl } from './own-host-url.ts'

test.for([
  ['https://colonnade.example.com/api/abc', 'https://abc.colonnade.example.com'],
  ['http://localhost:8000/api/abc', 'http://abc.localhost:8000'],
  ['http://192.0.2.1:8000/api/abc', null],
  ['http://[::1]:8000/api/abc', null],
])('a project at %s has a host of its own: %s', ([url, expected]) => {
  expect(ownHostUrl(url!, 'abc')).toBe(expected)
})
