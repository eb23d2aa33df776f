import { lints } from '@colonnade/contracts/data/lints'
import { feedback } from '@colonnade/contracts/installation/feedback'
import { notifications } from '@colonnade/contracts/installation/notifications'
import { sessions } from '@colonnade/contracts/people/sessions'
import { type Project, projects } from '@colonnade/contracts/projects/projects'
import { describe, expect, test } from 'vitest'
import { OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, aProject, longAgo } from './stage/world.ts'

describe('a page test fails', () => {
  test('by the name of a call that it gives no answer to', async () => {
    const stage = new OpenStage()
    await stage.ask('/organizations/acme/members')
    await expect(stage.close()).rejects.toThrow('Nothing answers members.list')
  })

  test('when its answer breaks the contract', async () => {
    const stage = new OpenStage()
    stage.answers(sessions.list, [{ id: 'not a UUID' } as never])
    await stage.ask('/sessions')
    await expect(stage.close()).rejects.toThrow(/The answer to sessions.list breaks its contract: [^]*Invalid UUID/)
  })

  test('when it refuses a call with a code that the contract does not name', () => {
    expect(() => setStage().refuses(notifications.list, 'project_not_active')).toThrow('notifications.list is never refused with project_not_active')
  })

  test('when a page logs an error', async () => {
    const stage = new OpenStage()
    const page = await stage.open('/organizations')
    await page.evaluate(() => console.error('broken'))
    await expect(stage.close()).rejects.toThrow('broken')
  })
})

describe('a stage decides as the platform does', () => {
  test('who is signed in, what exists for them, what their role allows and what a paused project answers', async () => {
    const acme = anOrganization({ role: 'read-only' })
    const paused = aProject({ organization: acme, status: 'INACTIVE' })
    const stage = setStage({ organizations: [acme], projects: [paused] })
    for (const [path, status] of [
      [`/projects/${paused.ref}`, 200],
      ['/projects/aaaaaaaaaaaaaaaaaaaa', 404],
      [`/projects/${paused.ref}/settings`, 403],
      [`/projects/${paused.ref}/run-lints`, 409],
    ] as const) {
      expect((await stage.ask(path)).status, path).toBe(status)
    }
    expect(stage.calls(lints.run)).toEqual([])
    stage.world.person = null
    expect((await stage.ask('/profile')).status).toBe(401)
  })

  test('what can be sent, and keeps it as the contract reads it', async () => {
    const stage = setStage()
    stage.answers(feedback.send, { id: crypto.randomUUID() })
    const send = (message: string) => stage.ask('/feedback/send', { method: 'POST', body: JSON.stringify({ message }) })
    expect((await send(' ')).status).toBe(400)
    expect((await send(' Fast ')).status).toBe(201)
    expect(stage.sent(feedback.send)).toEqual([{ message: 'Fast', category: 'Feedback', tags: [] }])
  })
})

test('an answer that is held back comes when the test says so, and events when they are told', async () => {
  const stage = setStage()
  const [harbour] = stage.world.projects as [Project]
  const held = stage.holds(projects.activity)
  const page = await stage.open(`/project/${harbour.ref}`)
  await held.asked
  const activity = page.getByRole('region', { name: 'Live activity' })
  await activity.waitFor()
  await expect.poll(() => activity.getByText(/on disk/).count()).toBe(0)
  held.goOn()
  await activity.getByText(/on disk/).waitFor()
  stage.world.projects = [{ ...harbour, status: 'PAUSING' }]
  await stage.tells(projects.events, { id: 1, at: longAgo, kind: 'status', status: 'PAUSING', step: null, state: null, message: null })
  await page.getByRole('heading', { level: 1 }).getByText('Pausing').waitFor()
})
