import type { CustomDomain, CustomDomainReport } from '@colonnade/contracts/connections/custom-domains'
import type { AddonReport } from '@colonnade/contracts/projects/addons'
import { manualClock } from '@colonnade/core'
import { createProjectDirectory, type PoolerAddress } from '@colonnade/platform'
import type { ProjectDirectory } from '@colonnade/projects'
import { openTestPlatform, type Person, type TestPlatform } from '@colonnade/platform/testing'
import { openPooler, type Pooler } from '@colonnade/pooler'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { openTestDns, type TestDns } from '@colonnade/testing/dns'
import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poolerAddressOf } from './pooler-address.ts'

const name = 'db.shop.example'
const host = 'colonnade.example'
const address = '127.0.0.1'
const dayMs = 86_400_000
const clock = manualClock(Date.now())

let dns: TestDns
let platform: TestPlatform
let directory: ProjectDirectory & AsyncDisposable
let pooler: Pooler
/** Another authority, whose certificates people upload. */
let authority: Pooler
let ref: string
let neighbour: string

const open = (projects: ProjectDirectory, folder: string, certificate: { certificate: string; key: string } | null = null): Promise<Pooler> =>
  openPooler({
    config: {
      host: address,
      sessionPort: 0,
      transactionPort: 0,
      dedicated: { host: address, firstPort: 0 },
      certificate,
      folder: join(platform.ground.home, folder),
    },
    projects,
  })

beforeAll(async () => {
  dns = await openTestDns()
  platform = await openTestPlatform({
    publicUrl: `https://${host}`,
    dnsServers: [dns.server],
    clock,
    pooler: (): PoolerAddress => poolerAddressOf(pooler),
  })
  directory = createProjectDirectory(platform.ctx)
  pooler = await open(directory, 'pooler')
  authority = await open(directory, 'authority')
  ref = await platform.project('Shop')
  neighbour = await platform.project('Neighbour')
})
afterAll(async () => {
  await pooler[Symbol.asyncDispose]()
  await authority[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

const pathOf = (of: string, end = ''): string => `/platform/projects/${of}/custom-domain${end}`
const path = (): string => pathOf(ref)
const scenario = (promise: string, rest: Omit<Scenario<Person>, 'promise' | 'as'> & { as?: Person }): Scenario<Person> => ({
  as: 'owner',
  ...rest,
  promise,
})
const ask = async (method: string, end = '', body?: unknown, of = ref) => {
  const { status, json } = await platform.ask('owner', method, pathOf(of, end), body)
  return { status, json: json as CustomDomainReport & { code: string; message: string } }
}
const domainOf = async (of = ref): Promise<CustomDomain> => (await ask('GET', '', undefined, of)).json.domain!
const check = async (of = ref): Promise<CustomDomain> => (await ask('POST', '/check', undefined, of)).json.domain!
const proofOf = async (of: string): Promise<string> => (await domainOf(of)).checks[0]!.records[0]!.value
const here = { [`${host} A`]: [address] }
const proved = (proof: string, of = name) => ({ ...here, [`${of} CNAME`]: [host], [`_colonnade.${of} TXT`]: ['other=1', proof] })
const outcomes = ({ state, checks }: CustomDomain) => [state, ...checks.map(({ outcome }) => outcome)]
const told = async () =>
  (
    await platform.ctx.database.rows<{ title: string }>(
      sql`select title from notifications where user_id = ${platform.userId('developer')} and title like ${`%${name}%`} order by inserted_at`,
    )
  ).map(({ title }) => title)

/** As a driver connects that was told the name; `ca` null takes any certificate. */
async function connect(
  servername: string,
  {
    ca = null,
    user = 'postgres',
    mode = 'session',
    port,
  }: { ca?: string | null; user?: string; mode?: 'session' | 'transaction'; port?: number } = {},
) {
  const client = new pg.Client({
    host: address,
    port: port ?? pooler[mode].port,
    user,
    password: 'a-database-password',
    database: 'postgres',
    ssl: { servername, ...(ca === null ? { rejectUnauthorized: false } : { ca }) },
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
async function where(...parameters: Parameters<typeof connect>): Promise<string> {
  const client = await connect(...parameters)
  try {
    // each project has a port of its own
    const { rows } = await client.query<{ port: string }>("select current_setting('port') as port")
    return rows[0]!.port
  } finally {
    await client.end()
  }
}
const portOf = async (of: string): Promise<string> => String((await platform.ctx.clusters.status(of)).address!.port)

describe('who may have one', () => {
  test('the Free plan has none, and says so', async () => {
    expect((await ask('GET')).json).toEqual({ domain: null, refusal: expect.stringContaining('Free plan') as string })
    await platform.run(scenario('nor by asking', { method: 'POST', path, body: { name }, expect: 409, code: 'addon_not_available' }))
    await platform.ctx.database.run(sql`update organizations set plan = 'pro' where slug = 'acme'`)
    expect((await ask('GET')).json).toEqual({ domain: null, refusal: null })
  })

  test.for([
    scenario('a stranger sees none', { as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' }),
    scenario('a developer names none', { as: 'developer', method: 'POST', path, body: { name }, expect: 403, code: 'forbidden' }),
    scenario('none can be checked', { method: 'POST', path: () => pathOf(ref, '/check'), expect: 404, code: 'custom_domain_not_found' }),
    scenario('or removed', { method: 'DELETE', path, expect: 404, code: 'custom_domain_not_found' }),
    scenario('or given a certificate', {
      method: 'PUT',
      path: () => pathOf(ref, '/certificate'),
      body: { certificate: 'x', key: 'y' },
      expect: 404,
      code: 'custom_domain_not_found',
    }),
    ...[
      '',
      'a b.example',
      'https://db.example',
      '*.shop.example',
      '192.0.2.1',
      '0x7f.1',
      '[::1]',
      'co.uk',
      'localhost',
      host,
      '%64b.shop.example',
    ].map((wrong) => scenario(`"${wrong}" is no name for one`, { method: 'POST', path, body: { name: wrong }, expect: 400, code: 'invalid_input' })),
  ])('$promise', async (each) => {
    await platform.run(each)
  })

  test('a branch has none of its own', async () => {
    const made = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'try', with_data: true })
    const { project_ref: branch } = made.json as { project_ref: string }
    await platform.ctx.parts.reconciler.idle(branch)
    expect((await ask('POST', '', { name }, branch)).json.message).toContain('Branches can’t have a custom domain')
    expect((await platform.ask('owner', 'DELETE', `/platform/projects/${branch}`)).status).toBe(202)
    await platform.ctx.parts.reconciler.idle(branch)
  })
})

describe('until its records are found', () => {
  test('it waits, says which they are, and what stands there instead', async () => {
    const claimed = await ask('POST', '', { name: ' DB.Shop.Example. ' })
    expect(claimed).toMatchObject({ status: 200, json: { domain: { name, unicode_name: null, state: 'WAITING_FOR_DNS', certificate: null } } })
    const { checks } = await check()
    expect(checks).toMatchObject([
      {
        purpose: 'OWNERSHIP',
        records: [{ type: 'TXT', name: `_colonnade.${name}`, value: expect.stringMatching(/^colonnade-domain=[\w-]{43}$/) as string }],
        outcome: 'MISSING',
        problem: `No TXT record found at _colonnade.${name}`,
      },
      { purpose: 'ADDRESS', records: [{ type: 'CNAME', name, value: host }], outcome: 'MISSING' },
    ])
    dns.serve({ ...here, [`${name} A`]: ['192.0.2.9'], [`_colonnade.${name} TXT`]: ['colonnade-domain=mistyped'] })
    const wrong = await check()
    expect(wrong.checks.map(({ problem }) => problem)).toEqual([
      `The TXT record at _colonnade.${name} has another value: "colonnade-domain=mistyped"`,
      `${name} points to 192.0.2.9 instead of ${host} (${address})`,
    ])
    dns.fail([`_colonnade.${name}`])
    expect(outcomes(await check())).toEqual(['WAITING_FOR_DNS', 'UNKNOWN', 'WRONG'])
    dns.fail([])
    await expect(connect(name)).rejects.toMatchObject({ code: '28000' })
  })

  test('naming it again changes nothing, another name is refused', async () => {
    expect((await ask('POST', '', { name })).status).toBe(200)
    expect(await ask('POST', '', { name: 'other.example' })).toMatchObject({ status: 409, json: { code: 'custom_domain_exists' } })
  })

  test('a claim that proves nothing keeps nobody from a name, and each has to prove it for itself', async () => {
    expect((await ask('POST', '', { name }, neighbour)).status).toBe(200)
    expect(await proofOf(neighbour)).not.toBe(await proofOf(ref))
  })

  test('two who prove it at once: one has it', async () => {
    dns.serve({ ...here, [`${name} CNAME`]: [host], [`_colonnade.${name} TXT`]: [await proofOf(ref), await proofOf(neighbour)] })
    await Promise.all([check(ref), check(neighbour), check(ref), check(neighbour)])
    const states = [(await domainOf(ref)).state, (await domainOf(neighbour)).state]
    expect(states.toSorted()).toEqual(['ACTIVE', 'WAITING_FOR_DNS'])
    const loser = states[0] === 'ACTIVE' ? neighbour : ref
    expect((await domainOf(loser)).problem).toContain('Another project of this installation uses this domain')
    await ask('DELETE', '', undefined, neighbour)
    await ask('DELETE', '', undefined, ref)
    expect((await ask('POST', '', { name })).status).toBe(200)
  })

  test('the automatic look finds them, and those who have the project are told', async () => {
    dns.serve(proved(await proofOf(ref)))
    clock.advance(60_000)
    platform.ctx.parts.customDomains.look()
    await platform.ctx.parts.customDomains.idle()
    expect(outcomes(await domainOf())).toEqual(['ACTIVE', 'OK', 'OK'])
    expect(await told()).toContain(`${name} now points to Shop`)
    expect(await ask('POST', '', { name }, neighbour)).toMatchObject({ status: 409, json: { code: 'custom_domain_taken' } })
  })
})

describe('active', () => {
  test('clients who ask for it by TLS are led to the project as a role alone, in both modes', async () => {
    for (const mode of ['session', 'transaction'] as const) {
      expect(await where(name, { mode })).toBe(await portOf(ref))
      expect(await where(name.toUpperCase(), { mode, user: `postgres.${ref}` })).toBe(await portOf(ref))
    }
    // the installation has signed it: who trusts that root may verify
    expect(await where(name, { ca: pooler.certificate })).toBe(await portOf(ref))
    expect((await domainOf()).certificate).toMatchObject({ source: 'INSTALLATION', names: [name], is_root: false })
  })

  test('the user of another project is refused, at the shared ports and at those of a project', async () => {
    await expect(connect(name, { user: `postgres.${neighbour}` })).rejects.toMatchObject({
      code: '28000',
      message: expect.stringContaining(`${name} belongs to another project, but the user names project ${neighbour}`) as string,
    })
    await platform.ask('owner', 'PUT', `/platform/projects/${neighbour}/billing/addons`, { type: 'ipv4', variant: 'ipv4_default' })
    const own = await platform.ask('owner', 'GET', `/platform/projects/${neighbour}/config/pgbouncer`)
    const { session_port: port } = own.json as { session_port: number }
    await expect(connect(name, { port })).rejects.toMatchObject({ code: '28000' })
    await platform.ask('owner', 'PUT', `/platform/projects/${neighbour}/billing/addons`, { type: 'ipv4', variant: null })
  })

  test('a sleeping project is woken through it', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/restart`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)).status).toBe(200)
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
    expect(await where(name)).toBe(await portOf(ref))
  })

  test('it is one of the add-ons, and is billed as one', async () => {
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}/billing/addons`)
    expect((json as AddonReport).selected_addons).toEqual([
      { type: 'custom_domain', variant: { identifier: 'cd_default', name }, state: 'READY', problem: null },
    ])
    const billing = await platform.ask('owner', 'GET', '/platform/organizations/acme/billing')
    expect(billing.json).toMatchObject({ addons: [{ type: 'custom_domain', name: `Custom domain: ${name}`, monthly_cents: 1_000 }] })
    const smaller = await platform.ask('owner', 'PUT', '/platform/organizations/acme/billing/plan', { plan: 'free' })
    expect(smaller).toMatchObject({ status: 409, json: { code: 'plan_not_available' } })
  })
})

describe('an uploaded certificate', () => {
  const upload = (certificate: string, key: string) => ask('PUT', '/certificate', { certificate, key })
  const issue = (of = name) => authority.issueCertificate!(of)
  const blocks = (pem: string) => pem.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----\n?/g)!.map((each) => `${each.trim()}\n`)

  test('what clients would not take is refused, with the reason at its field', async () => {
    const good = await issue()
    const [leaf, root] = blocks(good.certificate)
    const elsewhere = await issue('db.elsewhere.example')
    const cases: readonly (readonly [string, string, string, string])[] = [
      ['no certificate', good.key, 'certificate', 'starts with -----BEGIN CERTIFICATE-----'],
      [leaf! + good.key, good.key, 'certificate', 'contains a private key'],
      [leaf!.replace(/\n.{9}/, '\nAAAAAAAAA'), good.key, 'certificate', 'can’t be read'],
      [good.certificate, 'no key', 'key', 'starts with -----BEGIN PRIVATE KEY-----'],
      [good.certificate, good.key.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'), 'key', 'protected by a password'],
      [good.certificate, elsewhere.key, 'key', 'belongs to another certificate'],
      [root! + leaf!, good.key, 'certificate', 'belongs to certificate 2. Put that certificate first'],
      [leaf! + pooler.certificate, good.key, 'certificate', 'Certificate 2 didn’t issue certificate 1'],
      [elsewhere.certificate, elsewhere.key, 'certificate', `isn’t valid for ${name}. It’s valid for db.elsewhere.example`],
      [good.certificate.repeat(6), good.key, 'certificate', 'at most 10 certificates'],
    ]
    for (const [certificate, key, field, message] of cases) {
      const refused = await upload(certificate, key)
      expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_input', details: { issues: [{ path: ['body', field] }] } } })
      expect(refused.json.message).toContain(message)
    }
    clock.advance(2 * 366 * dayMs)
    platform.forget('owner')
    expect((await upload(good.certificate, good.key)).json.message).toContain('expired on')
    clock.advance(-2 * 366 * dayMs)
    platform.forget('owner')
    expect((await domainOf()).certificate!.source).toBe('INSTALLATION')
  })

  test('is shown from the next connection on, so that verify-full holds; open connections stay', async () => {
    const before = await connect(name)
    const good = await issue()
    const uploaded = await upload(good.certificate, good.key)
    expect(uploaded.json.domain!.certificate).toMatchObject({
      source: 'UPLOADED',
      fingerprint: new X509Certificate(good.certificate).fingerprint256,
    })
    expect(JSON.stringify(uploaded.json)).not.toContain('PRIVATE')
    for (const mode of ['session', 'transaction'] as const) {
      expect(await where(name, { mode, ca: authority.certificate })).toBe(await portOf(ref))
      await expect(connect(name, { mode, ca: pooler.certificate })).rejects.toThrow()
    }
    expect((await before.query('select 1')).rowCount).toBe(1)
    await before.end()
    const [{ sealed_key: sealed }] = (await platform.ctx.database.rows<{ sealed_key: string }>(sql`select sealed_key from custom_domains`)) as [
      { sealed_key: string },
    ]
    expect(sealed).toMatch(/^v1\./)
  })

  test('a restart of the pooler finds it again', async () => {
    await pooler[Symbol.asyncDispose]()
    pooler = await open(directory, 'pooler')
    await expect(connect(name)).rejects.toMatchObject({ code: '28000' })
    await platform.ctx.parts.customDomains.settle()
    expect(await where(name, { ca: authority.certificate })).toBe(await portOf(ref))
  })

  test('people are warned 30 and 7 days before it runs out, and then, once each', async () => {
    const start = clock.now()
    const left = new Date((await domainOf()).certificate!.expires_at).getTime() - start
    const round = async () => {
      platform.ctx.parts.customDomains.look()
      await platform.ctx.parts.customDomains.idle()
    }
    const warnings = async () => (await told()).filter((title) => title.includes('certificate')).length
    await round()
    expect(await warnings()).toBe(0)
    for (const [days, wanted] of [
      [29, 1],
      [28, 1],
      [6, 2],
      [-1, 3],
      [-2, 3],
    ] as const) {
      clock.advance(left - days * dayMs - (clock.now() - start))
      await round()
      expect([days, await warnings()]).toEqual([days, wanted])
    }
    platform.forget('owner')
    expect(await domainOf()).toMatchObject({ state: 'ACTIVE', problem: expect.stringContaining('expired on') as string })
    clock.advance(start - clock.now())
    platform.forget('owner')
    await check()
  })

  test('taken away, the installation’s own is shown again', async () => {
    expect((await ask('DELETE', '/certificate')).json.domain!.certificate!.source).toBe('INSTALLATION')
    expect(await where(name, { ca: pooler.certificate })).toBe(await portOf(ref))
  })
})

describe('records that are lost', () => {
  const round = async (ms: number) => {
    clock.advance(ms)
    platform.forget('owner')
    platform.ctx.parts.customDomains.look()
    await platform.ctx.parts.customDomains.idle()
  }

  test('what servers do not answer changes nothing', async () => {
    dns.fail([name, `_colonnade.${name}`])
    await round(2 * 3_600_000)
    expect(outcomes(await domainOf())).toEqual(['ACTIVE', 'UNKNOWN', 'UNKNOWN'])
    dns.fail([])
  })

  test('it goes on leading there, people are told once, and it is well again when they are back', async () => {
    dns.serve({ ...proved(await proofOf(ref)), [`${name} CNAME`]: [], [`${name} A`]: ['192.0.2.9'] })
    for (const ms of [2 * 3_600_000, 11 * 60_000, 11 * 60_000]) await round(ms)
    expect(outcomes(await domainOf())).toEqual(['DNS_LOST', 'OK', 'WRONG'])
    expect((await told()).filter((title) => title.includes('have changed'))).toHaveLength(1)
    expect(await where(name)).toBe(await portOf(ref))
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}/billing/addons`)
    expect((json as AddonReport).selected_addons[0]).toMatchObject({ state: 'FAILING', problem: expect.stringContaining('192.0.2.9') as string })
    dns.serve(proved(await proofOf(ref)))
    expect(outcomes(await check())).toEqual(['ACTIVE', 'OK', 'OK'])
    expect((await told()).at(-1)).toBe(`The DNS records of ${name} are correct again`)
  })

  test('records that come and go are told once a day, while the page shows how they stand', async () => {
    const before = await told()
    const proof = await proofOf(ref)
    for (let hour = 0; hour < 3; hour += 1) {
      dns.serve({ ...proved(proof), [`${name} CNAME`]: [], [`${name} A`]: ['192.0.2.9'] })
      for (const ms of [3_600_000, 11 * 60_000]) await round(ms)
      expect((await domainOf()).state).toBe('DNS_LOST')
      dns.serve(proved(proof))
      await round(11 * 60_000)
      expect((await domainOf()).state).toBe('ACTIVE')
    }
    expect(await told()).toEqual(before)
  })

  test('without proof for seven days the name is nobody’s, and free for who proves it', async () => {
    const proof = await proofOf(ref)
    dns.serve({ ...here, [`${name} CNAME`]: [host] })
    await round(2 * 3_600_000)
    expect((await domainOf()).kept_until).toBe(new Date(clock.now() + 7 * dayMs).toISOString())
    for (let hour = 0; hour < 7 * 24 - 1; hour += 1) await round(3_600_000)
    expect(await where(name)).toBe(await portOf(ref))
    await round(3_600_000)
    expect(outcomes(await domainOf())).toEqual(['WAITING_FOR_DNS', 'MISSING', 'OK'])
    const released = new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ')
    const problem = `The domain was released on ${released} UTC, because its TXT record was missing for 7 days`
    expect((await domainOf()).problem).toBe(problem)
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}/billing/addons`)
    expect((json as AddonReport).selected_addons[0]).toMatchObject({ state: 'FAILING', problem })
    await expect(connect(name)).rejects.toMatchObject({ code: '28000' })
    const titles = ['The DNS records of * have changed', '* reaches Shop for one more day', '* no longer reaches Shop']
    expect((await told()).slice(-3)).toEqual(titles.map((title) => title.replace('*', name)))
    dns.serve(proved(proof))
    expect(await check()).toMatchObject({ state: 'ACTIVE', problem: null })
  })
})

describe('taken away', () => {
  test('a paused project is told as such, and keeps its domain', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    await platform.ctx.parts.reconciler.idle(ref)
    await expect(connect(name)).rejects.toMatchObject({ message: `project ${ref} is paused` })
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/restore`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await where(name)).toBe(await portOf(ref))
  })

  test('new connections by its name lead nowhere, and who is connected stays', async () => {
    const before = await connect(name)
    expect((await ask('DELETE')).json).toEqual({ domain: null, refusal: null })
    await expect(connect(name)).rejects.toMatchObject({ code: '28000' })
    expect((await before.query('select 1')).rowCount).toBe(1)
    await before.end()
    const events = await platform.ctx.database.rows<{ event: string }>(
      sql`select distinct event from audit_log where event like 'project.domain%' order by event`,
    )
    expect(events.map(({ event }) => event)).toEqual([
      'project.domain_certificate_removed',
      'project.domain_certificate_uploaded',
      'project.domain_checked',
      'project.domain_claimed',
      'project.domain_found',
      'project.domain_released',
      'project.domain_removed',
    ])
  })

  test('with its project, the name is free', async () => {
    expect((await ask('POST', '', { name })).status).toBe(200)
    expect((await check()).state).toBe('ACTIVE')
    expect((await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)).status).toBe(202)
    await platform.ctx.parts.reconciler.idle(ref)
    await platform.ctx.parts.customDomains.idle()
    await expect(connect(name)).rejects.toMatchObject({ code: '28000' })
    expect((await ask('POST', '', { name }, neighbour)).status).toBe(200)
    expect(await platform.ctx.database.rows(sql`select project_ref from custom_domains`)).toEqual([{ project_ref: neighbour }])
  })

  test('as an add-on it can be taken away too', async () => {
    const { json } = await platform.ask('owner', 'PUT', `/platform/projects/${neighbour}/billing/addons`, { type: 'custom_domain', variant: null })
    expect((json as AddonReport).selected_addons).toEqual([])
  })
})

describe('where the certificate of the installation was configured', () => {
  const apex = 'shop.example'
  const configure = async (of: string) => {
    const { certificate, key } = await authority.issueCertificate!(of)
    const files = { certificate: join(platform.ground.home, 'own.crt'), key: join(platform.ground.home, 'own.key') }
    await writeFile(files.certificate, certificate)
    await writeFile(files.key, key)
    await pooler[Symbol.asyncDispose]()
    pooler = await open(directory, 'configured', files)
  }

  test('it signs nothing: a domain that it is not for needs one, and leads nowhere until then', async () => {
    await ask('POST', '', { name: apex }, neighbour)
    // a name that was registered gets addresses in place of a CNAME
    expect((await check(neighbour)).checks[1]!.records).toEqual([{ type: 'A', name: apex, value: address }])
    dns.serve({ ...here, [`${apex} A`]: [address], [`_colonnade.${apex} TXT`]: [`"${await proofOf(neighbour)}"`] })
    expect(await check(neighbour)).toMatchObject({ state: 'ACTIVE', certificate: { source: 'INSTALLATION' } })
    await configure(host)
    await platform.ctx.parts.customDomains.settle()
    expect(await domainOf(neighbour)).toMatchObject({
      state: 'NEEDS_CERTIFICATE',
      certificate: null,
      problem: expect.stringContaining('certificate') as string,
    })
    await expect(connect(apex)).rejects.toMatchObject({ code: '28000' })
    const { certificate, key } = await authority.issueCertificate!(apex)
    expect((await ask('PUT', '/certificate', { certificate, key }, neighbour)).json.domain!.state).toBe('ACTIVE')
    expect(await where(apex, { ca: authority.certificate })).toBe(await portOf(neighbour))
    expect((await ask('DELETE', '/certificate', undefined, neighbour)).json.domain!.state).toBe('NEEDS_CERTIFICATE')
  })

  test('one that it is for, is shown it', async () => {
    await configure(apex)
    await platform.ctx.parts.customDomains.settle()
    expect(await domainOf(neighbour)).toMatchObject({ state: 'ACTIVE', certificate: null })
    expect(await where(apex, { ca: authority.certificate })).toBe(await portOf(neighbour))
  })
})
