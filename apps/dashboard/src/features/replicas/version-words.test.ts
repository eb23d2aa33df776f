import { expect, test } from 'vitest'
import { newerThan } from './version-words.ts'

const here = [
  { version: '18.4', major: '18', is_default: true },
  { version: '17.10', major: '17', is_default: false },
]

test.each([
  ['18.4', 'the newest here'],
  ['18.3', '18.4 comes with the next start'],
  ['17.10', 'Postgres 18.4 is here, too'],
  ['17.9', '17.10 comes with the next start; Postgres 18.4 is here, too'],
  ['16.2', 'Postgres 16 is not installed here any more: the server can not be started again'],
])('beyond %s: %s', (version, words) => expect(newerThan(version, here)).toBe(words))
