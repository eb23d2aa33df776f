import { expect, test } from 'vitest'
import { newerThan } from './version-words.ts'

const here = [
  { version: '18.4', major: '18', is_default: true },
  { version: '17.10', major: '17', is_default: false },
]

test.each([
  ['18.4', 'Latest version'],
  ['18.3', 'Updates to 18.4 on restart'],
  ['17.10', 'Postgres 18.4 is available'],
  ['17.9', 'Updates to 17.10 on restart; Postgres 18.4 is available'],
  ['16.2', 'Postgres 16 is no longer installed, so this server can’t start again'],
])('%s among the installed versions: %s', (version, words) => expect(newerThan(version, here)).toBe(words))
