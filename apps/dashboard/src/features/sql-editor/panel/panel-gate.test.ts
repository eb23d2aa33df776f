import { expect, test } from 'vitest'
import { panelObstacle } from './panel-gate.ts'

test.each([
  ['is there for who may read an active project', 'ACTIVE_HEALTHY', ['database:read'], null],
  ['says that the role can’t read it', 'ACTIVE_HEALTHY', ['projects:create'], 'Your role can’t read this project’s database'],
  ['says that the project is not active', 'COMING_UP', ['database:read'], 'The project isn’t active, so its database is unavailable'],
  ['says first what waiting can’t change', 'INACTIVE', [], 'Your role can’t read this project’s database'],
] as const)('the editor panel %s', (_, status, permissions, expected) => {
  expect(panelObstacle(status, permissions)).toBe(expected)
})
