import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject

beforeAll(async () => {
  project = await openTestProject('Files')
})
afterAll(() => project[Symbol.asyncDispose]())

const call = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${project.url}/storage/v1${path}`, init)

test('answers without a key where links lead, and asks for one elsewhere', async () => {
  expect((await call('/status')).status).toBe(200)
  expect(await (await call('/version')).text()).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await call('/bucket')).status).toBe(401)
  const unknown = await call('/nowhere', { headers: { authorization: `Bearer ${project.anonKey}` } })
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    { statusCode: '404', error: 'InvalidRequest', code: 'InvalidRequest', message: 'Route GET:/nowhere not found' },
  ])
})
