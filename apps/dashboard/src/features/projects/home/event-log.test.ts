import { projectSteps, type ProjectEvent } from '@colonnade/contracts/projects/projects'
import { expect, test } from 'vitest'
import { eventLog, stepProgress } from './event-log.ts'

let id = 0
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()
const status = (to: ProjectEvent['status'], ms = 0): ProjectEvent => ({
  id: ++id,
  at: at(ms),
  kind: 'status',
  status: to,
  step: null,
  state: null,
  message: null,
})
const step = (name: string, state: 'started' | 'done' | 'failed', ms: number, during: ProjectEvent['status'] = 'COMING_UP'): ProjectEvent => ({
  id: ++id,
  at: at(ms),
  kind: 'step',
  status: during,
  step: name,
  state,
  message: state === 'failed' ? 'No space' : null,
})

test('a project that was just asked for shows all its steps waiting', () => {
  const steps = stepProgress([status('COMING_UP')], 'COMING_UP')
  expect(steps.map(({ label }) => label)).toEqual(projectSteps.map(({ label }) => label))
  expect(steps.every(({ state }) => state === 'waiting')).toBe(true)
})

test('a branch begins as a copy', () => {
  const steps = stepProgress([status('COMING_UP'), step('copy', 'started', 0)], 'COMING_UP', true)
  expect(steps.map(({ label, state }) => `${label}: ${state}`).slice(0, 2)).toEqual(['Copying the database: running', 'Starting Postgres: waiting'])
})

test('steps go from running to done, with the time they took', () => {
  const events = [status('COMING_UP'), step('claim', 'started', 0), step('claim', 'done', 30), step('start', 'started', 30)]
  expect(stepProgress(events, 'COMING_UP').slice(0, 3)).toMatchObject([
    { step: 'claim', state: 'done', durationMs: 30 },
    { step: 'start', state: 'running', durationMs: null },
    { step: 'bootstrap', state: 'waiting' },
  ])
})

test('a restore counts only what happened since it began', () => {
  const events = [
    status('COMING_UP'),
    step('start', 'started', 0),
    step('start', 'done', 9),
    status('RESTORING'),
    step('start', 'started', 50, 'RESTORING'),
  ]
  expect(stepProgress(events, 'RESTORING')).toMatchObject([{ step: 'start', state: 'running' }])
})

test('a failed step says why', () => {
  const events = [status('COMING_UP'), step('claim', 'started', 0), step('claim', 'failed', 5)]
  expect(stepProgress(events, 'COMING_UP')[0]).toMatchObject({ state: 'failed', message: 'No space' })
})

test('the log is newest first, a step is one entry, and the last step brings the new status', () => {
  const events = [status('COMING_UP'), step('verify', 'started', 10), step('verify', 'done', 20, 'ACTIVE_HEALTHY')]
  expect(eventLog(events)).toMatchObject([
    { kind: 'status', status: 'ACTIVE_HEALTHY' },
    { kind: 'step', label: 'Answering the first query', state: 'done', durationMs: 10 },
    { kind: 'status', status: 'COMING_UP' },
  ])
})

test('every entry has an id of its own', () => {
  const events = [status('COMING_UP'), step('verify', 'started', 10), step('verify', 'done', 20, 'ACTIVE_HEALTHY'), status('PAUSING')]
  const ids = eventLog(events).map((entry) => entry.id)
  expect(new Set(ids).size).toBe(ids.length)
})
