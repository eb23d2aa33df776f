import type { Mail, MailContent, MailPage } from '@colonnade/contracts/installation/mails'
import type { Scenario } from '@colonnade/testing'
import { sql } from '@colonnade/sql'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { postMail } from './post.ts'

const path = '/platform/installation/mails'

describe('with a server', () => {
  let platform: TestPlatform
  let server: SMTPServer
  const arrived: string[] = []
  /** What the server says to the next recipients; then it takes them. */
  const refusals: Error[] = []

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) => callback(refusals.shift()),
      onData(stream, _session, callback) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          arrived.push(Buffer.concat(parts).toString())
          callback()
        })
      },
    })
    const { promise, resolve } = Promise.withResolvers<number>()
    const net = server.listen(0, '127.0.0.1', () => resolve((net.address() as { port: number }).port))
    const url = `smtp://127.0.0.1:${await promise}`
    platform = await openTestPlatform({
      mail: { transport: 'smtp', url, from: { name: 'Säulen', address: 'colonnade@example.com' } },
    })
  })
  afterAll(async () => {
    await platform[Symbol.asyncDispose]()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const letter = {
    to: 'somebody@example.com',
    kind: 'test',
    subject: 'Zwölf Säulen\r\nBcc: thief@example.com',
    paragraphs: ['Grüße & <b>mehr</b>', '日本'],
    action: { label: 'Open', path: '/a?b=1&c=2#d' },
  } as const
  const post = (more: Partial<typeof letter> & { usefulSeconds?: number } = {}) =>
    platform.ctx.database.transaction((tx) => postMail(platform.ctx, tx, { ...letter, ...more }))
  const look = async (id: string): Promise<Mail> => {
    const { json } = await platform.ask('owner', 'GET', path)
    return (json as MailPage).items.find((mail) => mail.id === id)!
  }
  const now = (id: string) => platform.ctx.database.run(sql`update mails set next_attempt_at = now() where id = ${id}`)

  test('a letter arrives as it was written, once, and what it said is forgotten', async () => {
    const id = await post()
    expect(await look(id)).toMatchObject({ state: 'waiting', attempts: 0, recipient: letter.to })
    await platform.ctx.parts.mailer.round()
    await platform.ctx.parts.mailer.round()
    expect(arrived).toHaveLength(1)
    const mail = await PostalMime.parse(arrived[0]!)
    expect(mail).toMatchObject({
      subject: 'Zwölf Säulen Bcc: thief@example.com',
      from: { name: 'Säulen', address: 'colonnade@example.com' },
      to: [{ address: letter.to }],
      messageId: `<${id}@example.com>`,
    })
    expect(mail.bcc).toBeUndefined()
    expect(mail.text).toContain('Grüße & <b>mehr</b>\n\n日本\n\nOpen:\nhttp://localhost:8000/a?b=1&c=2#d')
    expect(mail.html).toContain('Grüße &amp; &lt;b&gt;mehr&lt;/b&gt;')
    expect(mail.html).toContain('href="http://localhost:8000/a?b=1&amp;c=2#d"')
    expect(await look(id)).toMatchObject({ state: 'sent', attempts: 1, problem: null })
    expect(await platform.ctx.database.first(sql`select sealed_content from mails where id = ${id}`)).toEqual({ sealed_content: null })
  })

  test('a letter of a transaction that fails is never sent', async () => {
    const count = arrived.length
    const failed = platform.ctx.database.transaction(async (tx) => {
      await postMail(platform.ctx, tx, letter)
      throw new Error('not this')
    })
    await expect(failed).rejects.toMatchObject({ code: 'internal' })
    await platform.ctx.parts.mailer.round()
    expect(arrived).toHaveLength(count)
  })

  test('what the server will not have now is tried again, and what it refuses for good is not', async () => {
    const id = await post()
    refusals.push(Object.assign(new Error('try later'), { responseCode: 451 }))
    await platform.ctx.parts.mailer.round()
    expect(await look(id)).toMatchObject({ state: 'waiting', attempts: 1, problem: expect.stringContaining('try later') })
    await platform.ctx.parts.mailer.round()
    expect(await look(id)).toMatchObject({ attempts: 1 })
    await now(id)
    refusals.push(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    await platform.ctx.parts.mailer.round()
    expect(await look(id)).toMatchObject({ state: 'failed', attempts: 2, problem: expect.stringContaining('no such mailbox'), next_attempt_at: null })
  })

  test('what could not be sent while it was of use is not sent later', async () => {
    const count = arrived.length
    const id = await post()
    await platform.ctx.database.run(sql`update mails set expires_at = now() where id = ${id}`)
    await platform.ctx.parts.mailer.round()
    expect(await look(id)).toMatchObject({ state: 'failed', problem: 'It could not be sent in time' })
    expect(arrived).toHaveLength(count)
  })

  test('once started, it sends by itself what is posted', async () => {
    const count = arrived.length
    platform.ctx.parts.mailer.start()
    const reply = await platform.ask('owner', 'POST', `${path}/test`)
    expect(reply).toMatchObject({ status: 202, json: { kind: 'test', recipient: 'owner@example.com' } })
    await expect.poll(() => arrived.length).toBe(count + 1)
    expect((await PostalMime.parse(arrived.at(-1)!)).to).toMatchObject([{ address: 'owner@example.com' }])
  })

  test('nobody reads other people’s mail where it is sent', async () => {
    const id = await post()
    const reply = await platform.ask('owner', 'GET', `${path}/${id}`)
    expect(reply).toMatchObject({ status: 404, json: { code: 'mail_not_found' } })
  })
})

describe('in a local installation', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await openTestPlatform()
  })
  afterAll(() => platform[Symbol.asyncDispose]())

  const scenarios: readonly Scenario<Person>[] = [
    { promise: 'nobody but the owner sees it', as: 'administrator', method: 'GET', path, expect: 403, code: 'forbidden' },
    { promise: 'a stranger does not', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
    { promise: 'what is no id is not there', as: 'owner', method: 'GET', path: `${path}/x`, expect: 404, code: 'mail_not_found' },
    { promise: 'a page has an end', as: 'owner', method: 'GET', path: `${path}?limit=1000`, expect: 400, code: 'invalid_input' },
  ]
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('the owner reads what would have been sent, page by page', async () => {
    for (let turn = 0; turn < 3; turn += 1) await platform.ask('owner', 'POST', `${path}/test`)
    await platform.ctx.parts.mailer.round()
    const first = (await platform.ask('owner', 'GET', `${path}?limit=2`)).json as MailPage
    expect(first).toMatchObject({ transport: 'inbox', sender: null })
    expect(first.items.map(({ state }) => state)).toEqual(['kept', 'kept'])
    const rest = (await platform.ask('owner', 'GET', `${path}?limit=2&before=${first.next_before}`)).json as MailPage
    expect(rest.items).toHaveLength(1)
    expect(rest.next_before).toBeNull()
    const content = (await platform.ask('owner', 'GET', `${path}/${first.items[0]!.id}`)).json as MailContent
    expect(content.action).toEqual({ label: 'Open Colonnade', path: '/' })
    expect((await platform.ask('administrator', 'GET', `${path}/${first.items[0]!.id}`)).status).toBe(403)
  })
})
