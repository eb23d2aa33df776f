import { describe, expect, test } from 'vitest'
import { targetOf, type UserFormatKey } from './formats.ts'
import { firstRows, guessFormat, guessKind } from './guess-format.ts'
import { readUsers, type ReadRow, type UserFile } from './read-users.ts'

const firebase = { signerKey: 'a-_b', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 }

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let place = 0; place < text.length; place += size) yield text.slice(place, place + size)
}

/** Read in pieces of a few characters, so that each of them once ends in the middle of something. */
async function read(text: string, file: Partial<UserFile> & { readonly format: UserFormatKey }): Promise<readonly ReadRow[]> {
  const kind = guessKind(text)
  const header = kind === 'csv' ? ((await firstRows(text))[0]?.fields ?? []) : []
  const columns = header.map((column) => ({ column, target: targetOf(column) }))
  const whole: UserFile = { kind, delimiter: ',', columns, firebase, ...file }
  const results: (readonly ReadRow[])[] = []
  for (const size of [1, 3, 7, 1_000_000]) results.push((await Array.fromAsync(readUsers(inPieces(text, size), whole))).flat())
  for (const result of results) expect(result).toEqual(results[0])
  return results[0]!
}

const users = async (...given: Parameters<typeof read>) => (await read(...given)).map((row) => (row.kind === 'user' ? row.user : row.refused))

describe('a plain file', () => {
  test('is read by the names of its columns, and keeps others as metadata', async () => {
    const text = [
      'Email,Phone Number,email_verified,created_at,Favourite Colour',
      'Ada@example.com,+49 151 23,TRUE,2024-01-31 10:00:00.123456+00,"green, ""dark""\nand light"',
      '',
      'grace@example.com,,no,1700000000,',
      'joan@example.com,,maybe,,',
      'ADA@EXAMPLE.COM,,,,',
    ].join('\r\n')
    expect(await users(text, { format: 'plain' })).toEqual([
      {
        line: 2,
        email: 'Ada@example.com',
        phone: '+49 151 23',
        email_confirmed: true,
        created_at: '2024-01-31T10:00:00.123456+00:00',
        user_metadata: { 'Favourite Colour': 'green, "dark"\nand light' },
      },
      { line: 5, email: 'grace@example.com', email_confirmed: false, created_at: '2023-11-14T22:13:20.000Z' },
      { line: 6, field: 'email_verified', value: 'maybe', reason: 'isn’t true or false' },
      { line: 7, field: 'email', value: 'ada@example.com', reason: 'Line 2 has the same email address' },
    ])
  })

  test('may have a user on each line as JSON', async () => {
    const columns = [
      { column: 'mail', target: 'email' },
      { column: 'plan', target: 'metadata' },
    ] as const
    const rows = await users('{"mail":"a@example.com","plan":{"seats":3}}\n\n[1]\n{"mail":"b@example.com"', {
      format: 'plain',
      kind: 'ndjson',
      columns,
    })
    expect(rows).toEqual([
      { line: 1, email: 'a@example.com', user_metadata: { plan: { seats: 3 } } },
      { line: 3, field: null, value: '[1]', reason: 'The row isn’t a JSON object' },
      { line: 4, field: null, value: '{"mail":"b@example.com"', reason: 'The row isn’t a JSON object' },
    ])
  })

  test('with a quote that is never closed can’t be read', async () => {
    await expect(read('email\n"ada@example.com', { format: 'plain' })).rejects.toThrow('Line 2: a quote is not closed')
  })
})

describe('an export of Firebase', () => {
  const user = {
    localId: 'x8Ke',
    email: 'ada@example.com',
    emailVerified: true,
    passwordHash: 'ab_-',
    salt: 'c-==',
    displayName: 'Ada',
    lastSignedInAt: '1700000000000',
    createdAt: '1600000000000',
    phoneNumber: '+4915123',
    disabled: true,
    customAttributes: '{"admin":true}',
    providerUserInfo: [
      { providerId: 'google.com', rawId: '117', email: 'ada@gmail.com', displayName: 'Ada L' },
      { providerId: 'password', rawId: 'ada@example.com' },
    ],
  }
  const expected = {
    source_id: 'firebase:x8Ke',
    email: 'ada@example.com',
    email_confirmed: true,
    phone: '+4915123',
    phone_confirmed: true,
    password_hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a+/b$c+==$ab/+',
    created_at: '2020-09-13T12:26:40.000Z',
    last_sign_in_at: '2023-11-14T22:13:20.000Z',
    is_banned: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { custom_claims: { admin: true } },
    identities: [{ provider: 'google', provider_id: '117', data: { email: 'ada@gmail.com', full_name: 'Ada L' } }],
  }

  test('is JSON with a list of users, whatever else is in it', async () => {
    const text = JSON.stringify(
      { other: [{ users: 1 }, '"users":['], 'es\\"c': '\\', users: [user, { localId: 'y', email: 'b@example.com' }], after: {} },
      null,
      2,
    )
    expect([guessKind(text), await guessFormat(text)]).toEqual(['json', 'firebase'])
    expect(await users(text, { format: 'firebase' })).toEqual([
      { line: expect.any(Number) as number, ...expected },
      { line: expect.any(Number) as number, source_id: 'firebase:y', email: 'b@example.com' },
    ])
  })

  test('is CSV without a header', async () => {
    const fields = ['x8Ke', 'ada@example.com', 'true', 'ab_-', 'c-==', 'Ada', '', '117', 'ada@gmail.com', 'Ada L', '', ...Array<string>(12).fill('')]
    const text = [...fields, '1600000000000', '1700000000000', '+4915123', 'true', '"{""admin"":true}"'].join(',')
    expect([guessKind(text), await guessFormat(text)]).toEqual(['csv', 'firebase'])
    expect(await users(text, { format: 'firebase' })).toEqual([{ line: 1, ...expected }])
  })

  test('that is cut short says so', async () => {
    await expect(read('{"users":[{"localId":"x"},', { format: 'firebase' })).rejects.toThrow('ends inside')
    await expect(read('{"people":[]}', { format: 'firebase', kind: 'json' })).rejects.toThrow('no list of users')
  })
})

test('exports of Auth0 have profiles in one file, and hashes in another', async () => {
  const profile = {
    user_id: 'google-oauth2|108',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    created_at: '2019-05-21T14:03:46.999Z',
    blocked: true,
    user_metadata: { plan: 'pro' },
    identities: [{ provider: 'google-oauth2', user_id: '108', connection: 'google-oauth2', isSocial: true }],
  }
  const hashed = { _id: { $oid: '5ce4' }, email: 'b@example.com', email_verified: false, passwordHash: '$2b$10$abc', connection: 'Users' }
  const text = [profile, hashed].map((row) => JSON.stringify(row)).join('\n')
  expect([guessKind(text), await guessFormat(text), await guessFormat(JSON.stringify(hashed))]).toEqual(['ndjson', 'auth0', 'auth0'])
  expect(await users(text, { format: 'auth0' })).toEqual([
    {
      line: 1,
      source_id: 'auth0:google-oauth2|108',
      email: 'ada@example.com',
      email_confirmed: true,
      created_at: '2019-05-21T14:03:46.999Z',
      is_banned: true,
      user_metadata: { name: 'Ada', plan: 'pro' },
      identities: [{ provider: 'google', provider_id: '108', data: {} }],
    },
    { line: 2, source_id: 'auth0:auth0|5ce4', email: 'b@example.com', email_confirmed: false, password_hash: '$2b$10$abc' },
  ])
})

test('a realm of Keycloak has credentials as texts of JSON', async () => {
  const credential = (algorithm: string, additionalParameters: object = {}) => ({
    type: 'password',
    secretData: JSON.stringify({ value: 'aGFzaA==', salt: 'c2FsdA==' }),
    credentialData: JSON.stringify({ hashIterations: 5, algorithm, additionalParameters }),
  })
  const argon2 = { hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] }
  const list = [
    {
      id: '7d0f7f4e-0000-4000-8000-000000000001',
      username: 'ada',
      enabled: true,
      createdTimestamp: 1700000000000,
      credentials: [credential('argon2', argon2)],
    },
    { username: 'b', email: 'b@example.com', enabled: false, firstName: 'B', lastName: 'C', credentials: [credential('pbkdf2-sha512')] },
    {
      email: 'c@example.com',
      attributes: { phoneNumber: ['+49151'] },
      federatedIdentities: [{ identityProvider: 'github', userId: '9', userName: 'c' }],
    },
    { email: 'd@example.com', credentials: [credential('md5')] },
  ]
  const text = JSON.stringify({ realm: 'x', users: list }, null, 1)
  expect(await guessFormat(text)).toBe('keycloak')
  expect((await users(text, { format: 'keycloak' })).map(({ line: _line, ...rest }) => rest)).toEqual([
    {
      id: '7d0f7f4e-0000-4000-8000-000000000001',
      created_at: '2023-11-14T22:13:20.000Z',
      is_banned: false,
      password_hash: '$argon2id$v=19$m=7168,t=5,p=1$c2FsdA$aGFzaA',
      user_metadata: { username: 'ada' },
    },
    {
      email: 'b@example.com',
      is_banned: true,
      password_hash: '$pbkdf2-sha512$i=5$c2FsdA==$aGFzaA==',
      user_metadata: { username: 'b', name: 'B C' },
    },
    {
      email: 'c@example.com',
      phone: '+49151',
      phone_confirmed: false,
      user_metadata: { phoneNumber: '+49151' },
      identities: [{ provider: 'github', provider_id: '9', data: { user_name: 'c' } }],
    },
    { email: 'd@example.com', password_hash: '$md5$' },
  ])
})

test('rows of auth.users come as CSV, with identities where they were selected', async () => {
  const text = [
    'instance_id,id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,is_sso_user,banned_until,identities,phone',
    `0,7d0f7f4e-0000-4000-8000-000000000001,a@example.com,$2a$10$x,2024-01-31 10:00:00+00,"{""a"":1}",f,,"[{""provider"":""github"",""provider_id"":""9"",""identity_data"":{""sub"":""9""}},{""provider"":""email"",""provider_id"":""x""}]",`,
    `0,7d0f7f4e-0000-4000-8000-000000000002,,,,{},f,,,'+4915123`,
  ].join('\n')
  expect(await guessFormat(text)).toBe('colonnade')
  expect(await users(text, { format: 'colonnade' })).toEqual([
    {
      line: 2,
      id: '7d0f7f4e-0000-4000-8000-000000000001',
      email: 'a@example.com',
      password_hash: '$2a$10$x',
      email_confirmed_at: '2024-01-31T10:00:00+00:00',
      is_sso_user: false,
      user_metadata: { a: 1 },
      identities: [
        { provider: 'github', provider_id: '9', data: { sub: '9' } },
        { provider: 'email', provider_id: 'x' },
      ],
    },
    // an empty column says that nothing was confirmed, a missing one says nothing
    { line: 3, id: '7d0f7f4e-0000-4000-8000-000000000002', phone: '+4915123', is_sso_user: false, email_confirmed: false },
  ])
})
