import { expect, test } from 'vitest'
import { panelObstacle } from './panel-gate.ts'

test.each([
  ['is there for who may read an active project', 'ACTIVE_HEALTHY', ['database:read'], null],
  ['says that the role may not', 'ACTIVE_HEALTHY', ['projects:create'], 'Your role may not read the database of this project'],
  ['says that the project is not active', 'COMING_UP', ['database:read'], 'The project is not active: its database can not be asked now'],
  ['says first what can not change by waiting', 'INACTIVE', [], 'Your role may not read the database of this project'],
] as const)('the editor panel %s', (_, status, permissions, expected) => {
  expect(panelObstacle(status, permissions)).toBe(expected)
})
