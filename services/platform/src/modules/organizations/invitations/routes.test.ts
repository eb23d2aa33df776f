import type { MemberRole } from '@colonnade/contracts/foundation/permissions'
import type { MailPage } from '@colonnade/contracts/installation/mails'
import { type InvitationOutcome, maxInvitedAtOnce, maxPendingInvitations, type SentInvitation } from '@colonnade/contracts/organizations/invitations'
import type { Member } from '@colonnade/contracts/organizations/members'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../kernel/limits.ts'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { forgetInvitations } from './service.ts'
import { messages } from '../members/messages.ts'

let platform: TestPlatform

beforeAll(async () => {
  const many = { calls: 10_000, windowSeconds: 60 }
  platform = await openTestPlatform({ limits: { ...rateLimits, credentials: many, write: many, message: many } })
})
afterAll(() => platform[Symbol.asyncDispose]())

beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from invitations`)
  await platform.ctx.database.run(sql`
    delete from members using users u where u.id = user_id and u.username not in ('owner', 'administrator', 'developer', 'read-only', 'outsider')`)
})

const base = '/platform/organizations/acme/invitations'
const invite = async (emails: readonly string[], role: MemberRole = 'developer', as: Person = 'owner') =>
  platform.ask(as, 'POST', base, { emails, role })
const outcomesOf = (reply: { json: unknown }) => (reply.json as { outcomes: InvitationOutcome[] }).outcomes
const tokenOf = ({ link }: Pick<SentInvitation, 'link'>) => link.split('#')[1]!
/** Invites one address; the invitation and its token. */
const inviteOne = async (email: string, role: MemberRole = 'developer', as: Person = 'owner') => {
  const [outcome] = outcomesOf(await invite([email], role, as))
  if (outcome?.outcome !== 'invited') throw new Error(JSON.stringify(outcome))
  return { ...outcome, token: tokenOf(outcome) }
}
const find = (as: Person | null, token: string) => platform.ask(as, 'POST', '/platform/invitations/find', { token })
const accept = (as: Person, token: string) => platform.ask(as, 'POST', '/platform/invitations/accept', { token })
const join = (token: string, email: string, rest: object = {}) =>
  platform.ask(null, 'POST', '/platform/invitations/join', { token, email, username: 'Newcomer', password: testPassword, ...rest })
const memberNames = async () =>
  ((await platform.ask('owner', 'GET', '/platform/organizations/acme/members')).json as Member[]).map((each) => each.username)
const refusedAs = (reason: string) => ({ status: 403, json: { code: 'link_invalid', details: { reason } } })
const lastEvents = (count: number) =>
  platform.ctx.database.rows(sql`select event, details from audit_log where event like 'invitation.%' order by id desc limit ${count}`)
/** The outsider comes and goes. */
const leave = () =>
  platform.ctx.database.run(sql`
    delete from members m using organizations o where o.id = m.organization_id and o.slug = 'acme' and m.user_id = ${platform.userId('outsider')}`)

describe('inviting', () => {
  test('answers each address for itself, and one time tells the link', async () => {
    await inviteOne('before@example.com')
    const reply = await invite([
      ' New@Example.com ',
      'new@example.com',
      'developer@EXAMPLE.com',
      'before@example.com',
      'no address',
      'a@b.c\r\nBcc: x@y.z',
      'é@',
    ])
    expect(reply.status).toBe(200)
    expect(outcomesOf(reply).map(({ email, outcome }) => [email, outcome])).toEqual([
      ['new@example.com', 'invited'],
      ['developer@example.com', 'already_member'],
      ['before@example.com', 'already_invited'],
      ['no address', 'invalid'],
      ['a@b.c\r\nBcc: x@y.z', 'invalid'],
      ['é@', 'invalid'],
    ])
    const [made] = outcomesOf(reply)
    expect(made).toMatchObject({ invitation: { role: 'developer', invited_by: { username: 'owner' }, is_expired: false } })
    const list = await platform.ask('administrator', 'GET', base)
    expect((list.json as { email: string }[]).map(({ email }) => email).toSorted()).toEqual(['before@example.com', 'new@example.com'])
    expect(JSON.stringify(list.json)).not.toContain('link')
    expect(await lastEvents(1)).toEqual([{ event: 'invitation.created', details: { emails: ['new@example.com'], role: 'developer' } }])
  })

  test.for(['a@b.example\n', '\ra@b.example', 'a@b.example\u0000', 'a\r\n@b.example', 'nobody', '@', '', ' ', `${'x'.repeat(260)}@b.example`])(
    'refuses %j',
    async (email) => {
      const written = async () => [await lastEvents(1), await platform.ctx.database.rows(sql`select id from mails order by id`)]
      const before = await written()
      expect(outcomesOf(await invite([email]))).toEqual([{ outcome: 'invalid', email: email.trim(), message: expect.stringMatching(/^[A-Z]/) }])
      expect((await platform.ask('owner', 'GET', base)).json).toEqual([])
      expect(await written()).toEqual(before)
    },
  )

  test('both forms of an international domain are one address', async () => {
    const reply = await invite(['both@Bücher.example', 'both@xn--bcher-kva.example'])
    expect(outcomesOf(reply)).toMatchObject([{ outcome: 'invited', email: 'both@xn--bcher-kva.example' }])
  })

  test('an address with a line break is another, which does not take the place of the right one', async () => {
    const reply = await invite(['twice@example.com', 'twice@example.com\r\n', 'twice@example.com\r\n', 'twice@example.com'])
    expect(outcomesOf(reply).map(({ outcome }) => outcome)).toEqual(['invited', 'invalid'])
  })

  test('keeps only a hash of the token', async () => {
    const { token } = await inviteOne('hashed@example.com')
    const rows = await platform.ctx.database.rows<{ row: string }>(
      sql`select invitations::text as row from invitations union all select audit_log::text from audit_log`,
    )
    expect(rows.some(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex')))).toBe(false)
  })

  test('posts a mail with the link, which is forgotten when the call fails', async () => {
    await platform.ctx.database.run(sql`delete from mails`)
    const { token } = await inviteOne('mailed@example.com')
    const { items } = (await platform.ask('owner', 'GET', '/platform/installation/mails')).json as MailPage
    expect(items).toMatchObject([{ kind: 'invitation', recipient: 'mailed@example.com', subject: 'owner invites you to Acme' }])
    const content = (await platform.ask('owner', 'GET', `/platform/installation/mails/${items[0]!.id}`)).json
    expect(content).toMatchObject({ action: { label: 'Join Acme', path: `/invitation#${token}` } })
    expect((await invite(Array.from({ length: maxInvitedAtOnce }, (_, n) => `a${n}@example.com`))).status).toBe(200)
    expect((await invite(Array.from({ length: maxInvitedAtOnce }, (_, n) => `b${n}@example.com`))).status).toBe(409)
    expect(await platform.ctx.database.rows(sql`select from mails where recipient like 'b%'`)).toHaveLength(0)
  })

  test('with an access token goes no further than its scopes', async () => {
    const body = { name: 'People', scopes: ['members:manage'], expires_at: null }
    const made = await platform.ask('owner', 'POST', '/platform/access-tokens', body)
    const { token } = made.json as { token: string }
    const reply = await platform.ask(null, 'POST', base, { emails: ['x@example.com'], role: 'administrator' }, { authorization: `Bearer ${token}` })
    expect(reply).toMatchObject({ status: 403, json: { code: 'access_token_refused' } })
  })

  test('is for who may manage members, and to no more than they may do themselves', async () => {
    expect(await invite(['x@example.com'], 'read-only', 'developer')).toMatchObject({ status: 403 })
    expect(await invite(['x@example.com'], 'owner', 'administrator')).toMatchObject({
      status: 403,
      json: { message: messages.onlyOwners },
    })
    expect(await invite(['x@example.com'], 'administrator', 'administrator')).toMatchObject({ status: 200 })
    const { invitation } = await inviteOne('boss@example.com', 'owner')
    expect((await platform.ask('administrator', 'DELETE', `${base}/${invitation.id}`)).status).toBe(403)
    expect((await platform.ask('administrator', 'POST', `${base}/${invitation.id}/resend`)).status).toBe(403)
    expect((await platform.ask('outsider', 'GET', base)).status).toBe(404)
  })

  test(`stops at ${maxPendingInvitations} open ones, without making any`, async () => {
    const addresses = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}@example.com`)
    for (const name of ['a', 'b']) expect((await invite(addresses(name, maxPendingInvitations / 2))).status).toBe(200)
    expect(await invite(['one-more@example.com'])).toMatchObject({ status: 409, json: { code: 'too_many_invitations' } })
    expect((await platform.ask('owner', 'GET', base)).json).toHaveLength(maxPendingInvitations)
  })

  test('the same address twice at once makes one invitation', async () => {
    const replies = await Promise.all([invite(['race@example.com']), invite(['race@example.com'])])
    expect(
      replies
        .flatMap(outcomesOf)
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['already_invited', 'invited'])
  })
})

describe('a link', () => {
  test('shows a stranger who invites, the invited address and the role, and nothing else', async () => {
    const { token, invitation } = await inviteOne('someone@example.com')
    const reply = await find(null, token)
    expect(reply.json).toEqual({
      organization_name: 'Acme',
      invited_by: 'owner',
      expires_at: invitation.expires_at,
      reader: 'stranger',
      email: 'someone@example.com',
      role: { name: 'Developer', description: expect.stringMatching(/\w/), permissions: expect.arrayContaining(['database:write']) },
      slug: null,
    })
  })

  test('knows who reads it', async () => {
    const { token } = await inviteOne('outsider@example.com')
    expect((await find('outsider', token)).json).toMatchObject({
      reader: 'invited',
      email: 'outsider@example.com',
      role: { name: 'Developer' },
      slug: null,
    })
    expect((await find('developer', token)).json).toMatchObject({ reader: 'member', email: null, role: null, slug: 'acme' })
    const other = await inviteOne('someone@example.com')
    expect((await find('outsider', other.token)).json).toMatchObject({ reader: 'other', email: 'someone@example.com', role: null, slug: null })
  })

  test.for(['', 'x', 'a'.repeat(101), '\u0000'])('that is none (%j) opens nothing', async (token) => {
    expect([400, 403]).toContain((await find(null, token)).status)
  })
})

describe('an invitation', () => {
  test('is accepted by who has the address, once', async () => {
    const { token } = await inviteOne('Outsider@Example.com', 'read-only')
    expect(await accept('outsider', token)).toMatchObject({ status: 200, json: { slug: 'acme' } })
    expect((await platform.ask('outsider', 'GET', '/platform/organizations/acme')).json).toMatchObject({ role: 'read-only' })
    expect(await lastEvents(1)).toEqual([{ event: 'invitation.accepted', details: { role: 'read-only' } }])
    await leave()
    expect(await accept('outsider', token)).toMatchObject(refusedAs('used'))
    expect(await join(token, 'outsider@example.com')).toMatchObject(refusedAs('used'))
    expect(await find(null, token)).toMatchObject(refusedAs('used'))
  })

  test('raced by the same person makes one member, and the other gets a clear answer', async () => {
    const { token } = await inviteOne('outsider@example.com')
    const replies = await Promise.all([accept('outsider', token), accept('outsider', token), accept('outsider', token)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
    expect(replies.find(({ status }) => status === 403)).toMatchObject(refusedAs('used'))
    await leave()
  })

  test('is not accepted by another address, nor by a member', async () => {
    const { token } = await inviteOne('someone@example.com')
    expect(await accept('outsider', token)).toMatchObject({ status: 403, json: { code: 'invitation_other_address' } })
    expect(await accept('developer', token)).toMatchObject({ status: 409, json: { code: 'already_member' } })
    expect(await join(token, 'else@example.com')).toMatchObject({ status: 403, json: { code: 'invitation_other_address' } })
    expect((await find(null, token)).status).toBe(200)
  })

  test('is over after seven days, and can be sent again', async () => {
    const { token, invitation } = await inviteOne('outsider@example.com')
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.sent_at)) / 86_400_000
    expect(days).toBe(7)
    await platform.ctx.database.run(sql`update invitations set expires_at = now()`)
    expect(await accept('outsider', token)).toMatchObject(refusedAs('expired'))
    expect((await platform.ask('owner', 'GET', base)).json).toMatchObject([{ is_expired: true }])
    const again = (await platform.ask('administrator', 'POST', `${base}/${invitation.id}/resend`)).json as SentInvitation
    expect(again.invitation).toMatchObject({ id: invitation.id, is_expired: false, invited_by: { username: 'administrator' } })
    expect(await accept('outsider', token)).toMatchObject(refusedAs('unknown'))
    expect((await accept('outsider', tokenOf(again))).status).toBe(200)
    await leave()
  })

  test('that has expired does not keep its address from being invited anew', async () => {
    await inviteOne('late@example.com')
    await platform.ctx.database.run(sql`update invitations set expires_at = now()`)
    expect(outcomesOf(await invite(['late@example.com'], 'read-only'))).toMatchObject([{ outcome: 'invited', invitation: { role: 'read-only' } }])
    expect((await platform.ask('owner', 'GET', base)).json).toHaveLength(1)
  })

  test('that is taken back opens nothing any more', async () => {
    const { token, invitation } = await inviteOne('outsider@example.com')
    expect((await platform.ask('administrator', 'DELETE', `${base}/${invitation.id}`)).status).toBe(204)
    expect(await accept('outsider', token)).toMatchObject(refusedAs('revoked'))
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/resend'],
    ] as const) {
      expect(await platform.ask('owner', method, `${base}/${invitation.id}${path}`)).toMatchObject({
        status: 404,
        json: { code: 'invitation_not_found' },
      })
      expect((await platform.ask('owner', method, `${base}/none${path}`)).status).toBe(404)
    }
  })

  test('taken back and accepted at the same instant is one of both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { token, invitation } = await inviteOne('outsider@example.com')
      const [back, taken] = await Promise.all([platform.ask('owner', 'DELETE', `${base}/${invitation.id}`), accept('outsider', token)])
      expect([back.status, taken.status]).toEqual(taken.status === 200 ? [404, 200] : [204, 403])
      await leave()
    }
  })

  test('goes with who stands for it', async () => {
    await platform.ctx.database.run(sql`
      insert into members (organization_id, user_id, role) select id, ${platform.userId('outsider')}, 'administrator' from organizations where slug = 'acme'`)
    const first = await inviteOne('first@example.com', 'administrator', 'outsider')
    const path = `/platform/organizations/acme/members/${platform.userId('outsider')}`
    await platform.ask('owner', 'PATCH', path, { role: 'developer' })
    expect(await find(null, first.token)).toMatchObject(refusedAs('revoked'))
    await platform.ask('owner', 'PATCH', path, { role: 'administrator' })
    const second = await inviteOne('second@example.com', 'read-only', 'outsider')
    await platform.ask('owner', 'DELETE', path)
    expect(await find(null, second.token)).toMatchObject(refusedAs('revoked'))
  })

  test('is forgotten a month after its end', async () => {
    await inviteOne('old@example.com')
    await inviteOne('new@example.com')
    await platform.ctx.database.run(sql`update invitations set expires_at = now() - interval '31 days' where email = 'old@example.com'`)
    await forgetInvitations(platform.ctx)
    expect(await platform.ctx.database.rows(sql`select email from invitations`)).toEqual([{ email: 'new@example.com' }])
  })
})

describe('a person without an account', () => {
  test('chooses name and password, is signed in, and belongs', async () => {
    const { token } = await inviteOne('fresh@example.com', 'administrator')
    const reply = await join(token, ' Fresh@example.com ', { username: 'Zoë 🏛️' })
    expect(reply).toMatchObject({
      status: 201,
      json: { slug: 'acme', profile: { username: 'Zoë 🏛️', primary_email: 'fresh@example.com', is_installation_owner: false } },
    })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!
    expect((await platform.ask(null, 'GET', '/platform/organizations/acme', undefined, { cookie })).json).toMatchObject({ role: 'administrator' })
    expect((await platform.ask(null, 'POST', '/platform/sign-in', { email: 'fresh@example.com', password: testPassword })).status).toBe(200)
    const events = await platform.ctx.database.rows(sql`
      select event from audit_log where user_id = (select id from users where email = 'fresh@example.com') order by id limit 2`)
    expect(events).toEqual([{ event: 'invitation.accepted' }, { event: 'session.created' }])
  })

  test('raced makes one account and one member', async () => {
    const { token } = await inviteOne('twice@example.com')
    const replies = await Promise.all([join(token, 'twice@example.com', { username: 'One' }), join(token, 'twice@example.com', { username: 'Two' })])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect((await memberNames()).filter((name) => ['One', 'Two'].includes(name))).toHaveLength(1)
  })

  test('with an account is told to sign in; nothing of it changes', async () => {
    const { token } = await inviteOne('outsider@example.com')
    expect(await join(token, 'outsider@example.com')).toMatchObject({ status: 409, json: { code: 'account_exists' } })
    expect((await find(null, token)).status).toBe(200)
    expect((await platform.ask(null, 'POST', '/platform/sign-in', { email: 'outsider@example.com', password: testPassword })).status).toBe(200)
  })

  test('is told what is wrong with name and password', async () => {
    const { token } = await inviteOne('wrong@example.com')
    for (const rest of [{ username: ' ' }, { username: 'a\nb' }, { password: 'short' }, { email: 'nobody' }]) {
      expect(await join(token, 'wrong@example.com', rest)).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    }
  })

  test('can not guess the address', async () => {
    const { token } = await inviteOne('guessed@example.com')
    let last = await join(token, 'guess@example.com')
    for (let guess = 0; guess < 12 && last.status !== 429; guess += 1) last = await join(token, `guess${guess}@example.com`)
    expect(last).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  })
})
