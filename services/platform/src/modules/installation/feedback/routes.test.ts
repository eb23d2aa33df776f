import { type Attachment, attachmentLinkSeconds, type Feedback } from '@colonnade/contracts/installation/feedback'
import { manualClock } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startHousekeeping } from '../../../housekeeping.ts'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { readAttachment, sweepAttachments } from './attachments.ts'
import { picture } from '../../../kernel/pictures/test-pictures.ts'

let platform: TestPlatform
let ref: string
let folder: string

beforeAll(async () => {
  platform = await openTestPlatform()
  folder = join(platform.ctx.config.dataDir, 'attachments', 'feedback-attachments')
  // up by then: that it is ready is news, too
  ref = await platform.project('Told of')
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from feedback; delete from attachments; delete from notifications`)
})

const sendPath = '/platform/feedback/send'
const filesPath = '/platform/feedback/attachments'
const send = (as: Person, body: object) => platform.ask(as, 'POST', sendPath, body)
const upload = (as: Person, file: Uint8Array = picture()) => platform.ask(as, 'POST', filesPath, file)
const uploaded = async (as: Person) => (await upload(as)).json as Attachment
const list = async () => (await platform.ask('owner', 'GET', '/platform/feedback')).json as { items: Feedback[]; next_offset: number | null }
const inbox = async (as: Person) => {
  const reply = await platform.ask(as, 'GET', '/platform/notifications', undefined, { version: '2' })
  return (reply.json as { items: { priority: string; data: object }[] }).items
}

const refusals: readonly Scenario<Person>[] = [
  { promise: 'a stranger can not send', as: null, method: 'POST', path: sendPath, body: { message: 'x' }, expect: 401, code: 'unauthorized' },
  { promise: 'a stranger can not read', as: null, method: 'GET', path: '/platform/feedback', expect: 401, code: 'unauthorized' },
  {
    promise: 'whoever is not the owner of the installation can not read, and is told so',
    as: 'administrator',
    method: 'GET',
    path: '/platform/feedback?limit=many',
    expect: 403,
    code: 'forbidden',
    check: (reply) => expect(reply).toMatchObject({ message: 'Only the owner of this installation may do this' }),
  },
  {
    promise: 'an empty message is refused in the words of the page',
    as: 'developer',
    method: 'POST',
    path: sendPath,
    body: { message: ' \n ' },
    expect: 400,
    code: 'invalid_input',
    check: (reply) => expect(reply).toMatchObject({ message: 'message: Please include a message in your feedback.' }),
  },
  {
    promise: 'a message of 1 MB is told how long it may be',
    as: 'developer',
    method: 'POST',
    path: sendPath,
    body: { message: 'x'.repeat(1024 * 1024) },
    expect: 400,
    code: 'invalid_input',
    check: (reply) => expect(reply).toMatchObject({ message: 'message: Use at most 10,000 characters' }),
  },
  {
    promise: 'one of 3 MB is told how much may be sent',
    as: 'developer',
    method: 'POST',
    path: sendPath,
    body: { message: 'x'.repeat(3 * 1024 * 1024) },
    expect: 413,
    code: 'payload_too_large',
    check: (reply) => expect(reply).toMatchObject({ message: 'The request body is too large. Send at most 2 MB' }),
  },
  { promise: 'NUL is refused', as: 'developer', method: 'POST', path: sendPath, body: { message: 'a\u0000b' }, expect: 400, code: 'invalid_input' },
  {
    promise: 'half a character is refused',
    as: 'developer',
    method: 'POST',
    path: sendPath,
    body: '{"message":"a\\ud800"}',
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'half a character in a tag is refused',
    as: 'developer',
    method: 'POST',
    path: sendPath,
    body: '{"message":"a","tags":["\\udc00"]}',
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'a project of others does not exist',
    as: 'outsider',
    method: 'POST',
    path: sendPath,
    body: () => ({ message: 'x', projectRef: ref }),
    expect: 404,
    code: 'project_not_found',
  },
  {
    promise: 'nor does one of another form',
    as: 'owner',
    method: 'POST',
    path: sendPath,
    body: { message: 'x', projectRef: '\u0000' },
    expect: 404,
    code: 'project_not_found',
  },
  {
    promise: "others' organization does not exist",
    as: 'outsider',
    method: 'POST',
    path: sendPath,
    body: { message: 'x', organizationSlug: 'acme' },
    expect: 404,
    code: 'organization_not_found',
  },
  {
    promise: 'a screenshot that was never uploaded does not exist',
    as: 'developer',
    method: 'POST',
    path: sendPath,
    body: { message: 'x', screenshot: '../../master.key' },
    expect: 404,
    code: 'attachment_not_found',
  },
]

describe('feedback', () => {
  test.for(refusals)('$promise', async ({ body, ...scenario }) => {
    await platform.run({ ...scenario, body: typeof body === 'function' ? (body as () => unknown)() : body })
  })

  test('is kept with what it is about, and the owner of the installation is told', async () => {
    const { name } = await uploaded('developer')
    const message = `  Dark is too dark 🌚\n${'x'.repeat(300)}`
    const body = { message, tags: ['theme'], projectRef: ref, organizationSlug: 'acme', pathname: `/project/${ref}`, screenshot: name }
    expect(await send('developer', body)).toMatchObject({ status: 201, json: { id: expect.any(String) } })
    const { items } = await list()
    expect(items).toMatchObject([
      {
        message: message.trim(),
        category: 'Feedback',
        tags: ['theme'],
        project_ref: ref,
        organization_slug: 'acme',
        pathname: `/project/${ref}`,
        author: { username: 'developer', primary_email: 'developer@example.com' },
      },
    ])
    expect((await platform.ask(null, 'GET', items[0]!.screenshot_url!)).status).toBe(200)
    const told = await inbox('owner')
    expect(told).toMatchObject([
      {
        priority: 'Info',
        data: { title: 'New feedback from developer', project_ref: null, actions: [{ label: 'Open inbox', action_type: 'open_inbox' }] },
      },
    ])
    expect((told[0]!.data as { message: string }).message).toMatch(/^Dark is too dark 🌚\nx+…$/)
    expect(await inbox('developer')).toEqual([])
  })

  test("of the owner's own is no news to them", async () => {
    await send('owner', { message: 'note to myself' })
    expect(await inbox('owner')).toEqual([])
    expect((await list()).items).toMatchObject([{ project_ref: null, organization_slug: null, screenshot_url: null }])
  })

  test('is written into the audit log, or not kept at all', async () => {
    await send('developer', { message: 'x', projectRef: ref })
    const line = await platform.ctx.database.first(sql`select event, user_id, project_ref from audit_log order by id desc limit 1`)
    expect(line).toEqual({ event: 'feedback.sent', user_id: platform.userId('developer'), project_ref: ref })
  })

  test.for(["'; drop table feedback; --", '<script>alert(1)</script>', '‮rtl', 'Z͑ͫ̓ͪ̂', '\\u0000', '%00', '$$', '{{7*7}}', '🏳️‍🌈', '\r\n\r\n.', '﷽'])(
    'keeps %j as it is',
    async (message) => {
      await send('developer', { message: `a${message}a`, tags: [message], pathname: message })
      expect((await list()).items).toMatchObject([{ message: `a${message}a`, tags: [message], pathname: message }])
    },
  )

  test('comes newest first, a page at a time', async () => {
    for (const message of ['first', 'second', 'third']) await send('read-only', { message })
    const page = (await platform.ask('owner', 'GET', '/platform/feedback?limit=2')).json
    expect(page).toMatchObject({ items: [{ message: 'third' }, { message: 'second' }], next_offset: 2 })
    expect((await platform.ask('owner', 'GET', '/platform/feedback?limit=2&offset=2')).json).toMatchObject({
      items: [{ message: 'first' }],
      next_offset: null,
    })
    expect((await platform.ask('owner', 'GET', '/platform/feedback?limit=some')).json).toMatchObject({ message: 'limit: Enter a whole number' })
  })
})

describe('a screenshot', () => {
  test('is kept for us alone, and its signed link shows it to anybody for a year', async () => {
    const file = picture(64, 64)
    const reply = await upload('developer', file)
    const { name, url, expires_at } = reply.json as Attachment
    expect(reply.status).toBe(201)
    expect(name).toMatch(/^\w{43}\.png$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect(Math.abs(Date.parse(expires_at) - Date.now() - attachmentLinkSeconds * 1000)).toBeLessThan(60_000)
    const shown = await platform.ask(null, 'GET', url)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': expect.stringMatching(/^private/),
    })
    expect(Buffer.from(shown.bytes).equals(file)).toBe(true)
  })

  test('opens with no other link', async () => {
    const { name, url } = await uploaded('developer')
    const other = await uploaded('developer')
    const [path, query] = url.split('?') as [string, string]
    const wrong = [
      url.replace(/expires=\d/, 'expires=9'),
      `${path}?${query.slice(0, -1)}`,
      `${path}?${query}x`,
      `${path}?${other.url.split('?')[1]}`,
      `${filesPath}/..%2f..%2fmaster.key?${query}`,
    ]
    for (const each of wrong) expect((await platform.ask('owner', 'GET', each)).json, each).toMatchObject({ code: 'link_invalid' })
    expect((await platform.ask('owner', 'GET', path)).json).toMatchObject({ code: 'invalid_input' })
    const query1 = new URLSearchParams(query)
    const link = { name, expires: Number(query1.get('expires')), signature: query1.get('signature')! }
    const later = manualClock(Date.now() + attachmentLinkSeconds * 1000 - 60_000)
    const ctx = { ...platform.ctx, clock: later }
    expect((await readAttachment(ctx, link)).length).toBeGreaterThan(0)
    later.advance(120_000)
    await expect(readAttachment(ctx, link)).rejects.toMatchObject({ code: 'link_invalid', message: 'The link has expired' })
  })

  test.for<[string, Uint8Array, number, string]>([
    ['a text called .png', Buffer.from('only a text'), 415, 'attachment_not_png'],
    ['nothing', Buffer.alloc(0), 415, 'attachment_not_png'],
    ['half a picture', picture(50, 50).subarray(0, 60), 415, 'attachment_not_png'],
    ['30 MB', picture(2, 2, 30 * 1024 * 1024), 413, 'payload_too_large'],
  ])('is not made of %s', async ([, file, status, code]) => {
    const reply = await upload('developer', file)
    expect(reply).toMatchObject({ status, json: { code } })
    if (status === 413) expect(reply.json).toMatchObject({ message: 'The request body is too large. Send at most 10 MB' })
    expect(await platform.ctx.database.rows(sql`select from attachments`)).toEqual([])
  })

  test('is no JSON and comes from no stranger and no other site', async () => {
    const as = (headers: Record<string, string>) => platform.ask('developer', 'POST', filesPath, picture(), headers)
    expect(await as({ 'content-type': 'application/json' })).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } })
    expect(await as({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403, json: { code: 'cross_site_request' } })
    expect(await platform.ask(null, 'POST', filesPath, picture())).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  })

  test('is sent by whoever uploaded it, and nobody else', async () => {
    const { name } = await uploaded('developer')
    expect(await send('owner', { message: 'x', screenshot: name })).toMatchObject({ status: 404, json: { code: 'attachment_not_found' } })
    expect((await list()).items).toEqual([])
    expect((await send('developer', { message: 'x', screenshot: name })).status).toBe(201)
  })

  test('whose file is gone does not exist', async () => {
    const { url } = await uploaded('developer')
    const link = Object.fromEntries(new URLSearchParams(url.split('?')[1])) as { expires: string; signature: string }
    const name = url.split('?')[0]!.split('/').at(-1)!
    const elsewhere = { ...platform.ctx, config: { ...platform.ctx.config, dataDir: join(platform.ctx.config.dataDir, 'elsewhere') } }
    await expect(readAttachment(elsewhere, { name, expires: Number(link.expires), signature: link.signature })).rejects.toMatchObject({
      code: 'attachment_not_found',
    })
  })
})

describe('nobody fills the disk', () => {
  const age = (hours: number) => platform.ctx.database.run(sql`update attachments set created_at = created_at - ${hours} * interval '1 hour'`)

  test('20 files an hour, then a time to wait', async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, () => upload('developer')))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = replies.find(({ status }) => status !== 201)!
    expect(refused).toMatchObject({
      status: 429,
      json: { code: 'rate_limited', message: expect.stringMatching(/20 files within an hour.*60 minutes/) },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
    expect((await upload('read-only')).status).toBe(201)
    await age(1)
    expect((await upload('developer')).status).toBe(201)
  })

  test('200 MB a day, then a time to wait', async () => {
    await uploaded('developer')
    await platform.ctx.database.run(sql`update attachments set bytes = ${200 * 1024 * 1024 - 1000}`)
    await age(2)
    const refused = await upload('developer', picture(2, 2, 2000))
    expect(refused).toMatchObject({ status: 429, json: { message: expect.stringMatching(/200 MB a day.*1320 minutes/) } })
    expect((await upload('developer')).status).toBe(201)
    await age(24)
    expect((await upload('developer', picture(2, 2, 2000))).status).toBe(201)
  })

  test('what is never sent is removed after a day, however often the removal was cut off', async () => {
    const sent = await uploaded('developer')
    await send('developer', { message: 'x', screenshot: sent.name })
    const [old, cut, halfWritten] = [await uploaded('developer'), await uploaded('developer'), await uploaded('developer')]
    await age(25)
    const fresh = await uploaded('developer')
    // killed after the mark was set, and after the file was gone; killed while the file was written
    await platform.ctx.database.run(sql`update attachments set removed_at = now() where name = ${cut.name}`)
    await writeFile(join(folder, `${halfWritten.name}.draft`), 'half')
    expect(await send('developer', { message: 'x', screenshot: cut.name })).toMatchObject({ status: 404, json: { code: 'attachment_not_found' } })
    await startHousekeeping(platform.ctx)[Symbol.asyncDispose]()
    await sweepAttachments(platform.ctx)
    const names = (await platform.ctx.database.rows<{ name: string }>(sql`select name from attachments`)).map(({ name }) => name)
    expect(names.toSorted()).toEqual([sent.name, fresh.name].toSorted())
    const files = await readdir(folder)
    expect(files).toEqual(expect.arrayContaining([sent.name, fresh.name]))
    for (const gone of [old.name, cut.name, halfWritten.name, `${halfWritten.name}.draft`]) expect(files).not.toContain(gone)
  })

  test('a removal and a sending at once agree on which came first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { name } = await uploaded('developer')
      await platform.ctx.database.run(sql`update attachments set created_at = created_at - interval '2 days' where name = ${name}`)
      const [reply] = await Promise.all([send('developer', { message: 'x', screenshot: name }), sweepAttachments(platform.ctx)])
      const isThere = (await readdir(folder)).includes(name)
      expect(isThere).toBe(reply.status === 201)
    }
  })
})
