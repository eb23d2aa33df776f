import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 as keccak } from '@noble/hashes/sha3.js'
import { createTestAuthenticator, type Lies } from '@colonnade/platform/testing/authenticator'
import { sql } from '@colonnade/sql'
import type { EthereumWallet, SolanaWallet, SupabaseClient } from '@supabase/supabase-js'
import { generateKeyPairSync, sign } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthProject, openAuthProject, testPassword as password } from './testing-auth.ts'

const origin = 'https://app.example.com'
let project: AuthProject

beforeAll(async () => {
  project = await openAuthProject()
  await project.change({
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    mfa_phone_max_frequency: 0,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    passkey_enabled: true,
    webauthn_rp_id: 'example.com',
    webauthn_rp_display_name: 'Example',
    webauthn_rp_origins: origin,
    mailer_notifications_mfa_factor_enrolled_enabled: true,
    mailer_notifications_mfa_factor_unenrolled_enabled: true,
    smtp_max_frequency: 0,
  })
}, 180_000)
afterAll(() => project[Symbol.asyncDispose]())

/** The code that the app shows so many half minutes from now: the next one is taken as well. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const levels = async (supabase: SupabaseClient) => (await supabase.auth.mfa.getAuthenticatorAssuranceLevel()).data!
const signedIn = async (email: string) => {
  const supabase = project.client(project.anonKey, { experimental: { recoveryCodes: true } })
  expect((await supabase.auth.signInWithPassword({ email, password })).error).toBeNull()
  return supabase
}
/** Somebody with an authenticator app, and a session that it has raised. */
const withApp = async (email: string) => {
  await project.confirmed(email)
  const supabase = await signedIn(email)
  const { data: factor, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  expect(error).toBeNull()
  const { secret } = factor!.totp
  const verified = await supabase.auth.mfa.challengeAndVerify({ factorId: factor!.id, code: codeOf(secret) })
  expect(verified.error).toBeNull()
  return { supabase, secret, factorId: factor!.id, userId: verified.data!.user.id }
}

describe('an authenticator app', () => {
  test('is set up by QR code, and from then on raises sessions', async () => {
    const email = 'totp@example.com'
    const { user } = await project.confirmed(email)
    const [supabase, other] = [await signedIn(email), await signedIn(email)]
    const { data: factor, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Example' })
    expect(error).toBeNull()
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    const { qr_code: picture, secret, uri } = factor!.totp
    expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain('Example:totp@example.com')
    expect((await supabase.auth.mfa.listFactors()).data).toMatchObject({ totp: [], all: [{ id: factor!.id, status: 'unverified' }] })
    expect(await levels(supabase)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const { data: challenge } = await supabase.auth.mfa.challenge({ factorId: factor!.id })
    expect(challenge).toMatchObject({ type: 'totp' })
    expect(challenge!.expires_at - Date.now() / 1000).toBeGreaterThan(290)
    const attempt = { factorId: factor!.id, challengeId: challenge!.id }
    expect((await supabase.auth.mfa.verify({ ...attempt, code: '000000' })).error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    const verified = await supabase.auth.mfa.verify({ ...attempt, code: codeOf(secret) })
    expect(verified.error).toBeNull()
    expect(verified.data!.user.id).toBe(user.id)
    expect(await levels(supabase)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect((await levels(supabase)).currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    expect((await supabase.auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: factor!.id, status: 'verified' }])
    expect(project.lastMail(email)).toMatchObject({ kind: 'mfa_factor_enrolled', variables: { FactorType: 'totp' } })
    // sessions that have shown no factor are over, and the raised one stays raised
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const { data: refreshed } = await supabase.auth.refreshSession()
    expect(refreshed.session).not.toBeNull()
    expect(await levels(supabase)).toMatchObject({ currentLevel: 'aal2' })
  })

  test('has codes that are good once', async () => {
    const { secret, factorId } = await withApp('once@example.com')
    const other = await signedIn('once@example.com')
    expect((await other.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toMatchObject({ code: 'mfa_verification_failed' })
    expect((await other.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error).toBeNull()
    expect((await other.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toMatchObject({ code: 'mfa_verification_failed' })
  })

  test('of one code used twice at once raises one session', async () => {
    const { secret, factorId } = await withApp('race@example.com')
    const clients = await Promise.all([1, 2, 3, 4].map(() => signedIn('race@example.com')))
    const code = codeOf(secret, 1)
    const replies = await Promise.all(clients.map((each) => each.auth.mfa.challengeAndVerify({ factorId, code })))
    expect(replies.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('can’t be guessed, from wherever', async () => {
    const { factorId, userId, secret } = await withApp('guessed@example.com')
    const supabase = await signedIn('guessed@example.com')
    const token = (await supabase.auth.getSession()).data.session!.access_token
    const ask = async (address: string, what: string, body: object) => {
      const reply = await fetch(`${project.url}/auth/v1/factors/${factorId}/${what}`, {
        method: 'POST',
        headers: { apikey: project.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
      return (await reply.json()) as { id: string; error_code?: string }
    }
    const right = new Set([-1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
    const wrong = Array.from({ length: 30 }, (_, number) => String(number).padStart(6, '0')).filter((code) => !right.has(code))
    const guess = async (code: string, index: number) => {
      const address = `192.0.2.${index}`
      const { id } = await ask(address, 'challenge', {})
      return (await ask(address, 'verify', { challenge_id: id, code })).error_code
    }
    const codes = new Set(await Promise.all(wrong.slice(0, 25).map(guess)))
    expect(codes).toEqual(new Set(['mfa_verification_failed', 'over_request_rate_limit']))
    expect(
      await project.owner.first(sql`
        select count(*)::int as attempts from auth.audit_log_entries where payload ->> 'action' = 'verification_attempted' and payload ->> 'actor_id' = ${userId}`),
    ).toEqual({ attempts: 21 })
  })

  test('that was begun before there was one that counts, is finished by a raised session alone', async () => {
    const email = 'early@example.com'
    await project.confirmed(email)
    const [owner, thief] = [await signedIn(email), await signedIn(email)]
    const { data: planted } = await thief.auth.mfa.enroll({ factorType: 'phone', phone: '+4790000001', friendlyName: 'Planted' })
    const { data: own } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Own' })
    expect((await owner.auth.mfa.challengeAndVerify({ factorId: own!.id, code: codeOf(own!.totp.secret) })).error).toBeNull()
    const again = await signedIn(email)
    const finish = async (supabase: SupabaseClient) => {
      const { data: challenge } = await supabase.auth.mfa.challenge({ factorId: planted!.id, channel: 'sms' })
      return (await supabase.auth.mfa.verify({ factorId: planted!.id, challengeId: challenge!.id, code: project.messages.at(-1)!.otp })).error
    }
    expect(await finish(again)).toMatchObject({ code: 'insufficient_aal', status: 403 })
    expect(await finish(owner)).toBeNull()
  })

  test('is added and removed by raised sessions alone', async () => {
    const email = 'rules@example.com'
    const { supabase, factorId, secret } = await withApp(email)
    const other = await signedIn(email)
    expect((await other.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    })
    expect((await other.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal', status: 422 })
    expect((await other.auth.updateUser({ password: 'another password' })).error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    expect((await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).error).toMatchObject({ code: 'mfa_factor_name_conflict' })
    await project.change({ mfa_max_enrolled_factors: 1 })
    expect((await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'More' })).error).toMatchObject({
      code: 'too_many_enrolled_mfa_factors',
    })
    await project.change({ mfa_max_enrolled_factors: 10, mfa_totp_enroll_enabled: false })
    expect((await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'More' })).error).toMatchObject({
      code: 'mfa_totp_enroll_not_enabled',
    })
    await project.change({ mfa_totp_enroll_enabled: true, mfa_totp_verify_enabled: false })
    expect((await other.auth.mfa.challenge({ factorId })).error).toMatchObject({ code: 'mfa_totp_verify_not_enabled' })
    await project.change({ mfa_totp_verify_enabled: true })

    const { data: challenge } = await other.auth.mfa.challenge({ factorId })
    await project.owner.run(sql`update auth.mfa_challenges set ip_address = '192.0.2.1' where id = ${challenge!.id}::uuid`)
    const attempt = { factorId, challengeId: challenge!.id, code: codeOf(secret) }
    expect((await other.auth.mfa.verify(attempt)).error).toMatchObject({ code: 'mfa_ip_address_mismatch' })
    const { data: old } = await other.auth.mfa.challenge({ factorId })
    await project.owner.run(sql`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${old!.id}::uuid`)
    expect((await other.auth.mfa.verify({ ...attempt, challengeId: old!.id })).error).toMatchObject({ code: 'mfa_challenge_expired' })

    const stranger = await withApp('stranger@example.com')
    expect((await stranger.supabase.auth.mfa.challenge({ factorId })).error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    expect((await stranger.supabase.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'mfa_factor_not_found' })

    expect(await supabase.auth.mfa.unenroll({ factorId })).toMatchObject({ data: { id: factorId }, error: null })
    expect(project.lastMail(email).kind).toBe('mfa_factor_unenrolled')
    await supabase.auth.refreshSession()
    expect(await levels(supabase)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1', currentAuthenticationMethods: [{ method: 'password' }] })
  })
})

test('codes of a text message raise sessions, and stand in the project’s text for factors', async () => {
  const email = 'phone@example.com'
  await project.confirmed(email)
  const supabase = await signedIn(email)
  const { data: factor, error } = await supabase.auth.mfa.enroll({ factorType: 'phone', phone: '+47 900 12 345', friendlyName: 'Mobile' })
  expect(error).toBeNull()
  expect(factor).toMatchObject({ type: 'phone', phone: '4790012345' })
  const { data: challenge } = await supabase.auth.mfa.challenge({ factorId: factor!.id, channel: 'whatsapp' })
  const message = project.messages.at(-1)!
  expect(message).toMatchObject({ phone: '4790012345', channel: 'whatsapp', isFactor: true })
  expect(JSON.stringify(await project.owner.rows(sql`select * from auth.mfa_challenges`))).not.toContain(message.otp)
  const attempt = { factorId: factor!.id, challengeId: challenge!.id }
  const wrong = message.otp === '000000' ? '000001' : '000000'
  expect((await supabase.auth.mfa.verify({ ...attempt, code: wrong })).error).toMatchObject({ code: 'mfa_verification_failed' })
  expect((await supabase.auth.mfa.verify({ ...attempt, code: message.otp })).error).toBeNull()
  expect((await levels(supabase)).currentAuthenticationMethods).toMatchObject([{ method: 'mfa/phone' }, { method: 'password' }])
  expect((await supabase.auth.mfa.verify({ ...attempt, code: message.otp })).error).not.toBeNull()
  expect((await supabase.auth.mfa.enroll({ factorType: 'phone', phone: '+4790012345', friendlyName: 'Again' })).error).toMatchObject({
    code: 'mfa_verified_factor_exists',
  })
  await project.change({ mfa_phone_max_frequency: 60 })
  expect((await supabase.auth.mfa.challenge({ factorId: factor!.id, channel: 'sms' })).error).toMatchObject({
    code: 'over_sms_send_rate_limit',
    status: 429,
  })
  await project.change({ mfa_phone_max_frequency: 0 })
})

test('recovery codes stand in for a factor that is lost, each of them once', async () => {
  const email = 'recovery@example.com'
  await project.confirmed(email)
  const bare = await signedIn(email)
  expect((await bare.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' })
  expect((await bare.auth.mfa.recoveryCodes.generate()).error).toMatchObject({ code: 'mfa_recovery_codes_sole_factor' })
  await bare.auth.signOut()
  await project.owner.run(sql`delete from auth.users where email = ${email}`)

  const { supabase, factorId } = await withApp(email)
  const { data: made, error } = await supabase.auth.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  expect(made).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
  expect(new Set(made!.codes).size).toBe(10)
  expect((await supabase.auth.mfa.recoveryCodes.generate()).error).toMatchObject({ code: 'mfa_verified_factor_exists' })
  const lost = await signedIn(email)
  expect((await lost.auth.mfa.recoveryCodes.regenerate()).error).toMatchObject({ code: 'insufficient_aal' })
  expect((await lost.auth.mfa.recoveryCodes.verify({ code: 'aaaa-aaaa-aaaa-aaaa-aaaa-aaaa' })).error).toMatchObject({
    code: 'mfa_verification_failed',
  })
  expect((await lost.auth.mfa.recoveryCodes.verify({ code: made!.codes[0]!.toUpperCase().replaceAll('-', ' ') })).error).toBeNull()
  expect(await levels(lost)).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  })
  expect((await lost.auth.mfa.recoveryCodes.verify({ code: made!.codes[0]! })).error).toMatchObject({ code: 'mfa_verification_failed' })
  expect((await lost.auth.mfa.recoveryCodes.getStatus()).data).toEqual({ id: made!.id, type: 'recovery_code', total: 10, remaining: 9 })
  expect((await lost.auth.mfa.listFactors()).data!.recovery_code).toMatchObject([{ id: made!.id }])
  const { data: renewed } = await lost.auth.mfa.recoveryCodes.regenerate()
  expect((await lost.auth.mfa.recoveryCodes.verify({ code: made!.codes[1]! })).error).toMatchObject({ code: 'mfa_verification_failed' })
  for (let wrong = 0; wrong < 8; wrong += 1) await lost.auth.mfa.recoveryCodes.verify({ code: `wrong ${wrong}` })
  expect((await lost.auth.mfa.recoveryCodes.verify({ code: renewed!.codes[0]! })).error).toBeNull()
  await project.owner.run(sql`update auth.mfa_recovery_code_sets set failed_verification_count = 9`)
  await lost.auth.mfa.recoveryCodes.verify({ code: 'wrong' })
  expect((await lost.auth.mfa.recoveryCodes.verify({ code: renewed!.codes[1]! })).error).toMatchObject({
    code: 'mfa_recovery_codes_locked',
    status: 429,
  })
  // with the last factor go the codes that stood in for it
  expect((await lost.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await lost.auth.mfa.listFactors()).data!.all).toEqual([])
})

test('a key raises sessions by WebAuthn', async () => {
  const email = 'key@example.com'
  const party = { rpId: 'example.com', rpOrigins: [origin] }
  await project.confirmed(email)
  const supabase = await signedIn(email)
  const device = createTestAuthenticator(origin)
  const answer = (bytes: ArrayBuffer | ArrayBufferView, how: 'register' | 'signIn', lies: Lies = {}) => {
    const json = device[how](Buffer.from(bytes as ArrayBuffer).toString('base64url'), { host: 'example.com', ...lies })
    return { ...json, toJSON: () => json } as unknown
  }
  const { data: factor, error } = await supabase.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect(error).toBeNull()
  const factorId = factor!.id
  expect((await supabase.auth.mfa.challenge({ factorId, webauthn: { rpId: 'evil.example' } })).error).toMatchObject({ code: 'validation_failed' })
  const begin = async (by: SupabaseClient) => {
    const { data, error: refused } = await by.auth.mfa.challenge({ factorId, webauthn: party })
    expect(refused).toBeNull()
    return data!
  }
  const creation = await begin(supabase)
  expect(creation.webauthn).toMatchObject({ type: 'create', credential_options: { publicKey: { rp: { id: 'example.com', name: 'Example' } } } })
  const made = answer(creation.webauthn.credential_options.publicKey.challenge, 'register')
  const created = { factorId, challengeId: creation.id, webauthn: { ...party, type: 'create' as const, credential_response: made as never } }
  expect((await supabase.auth.mfa.verify(created)).error).toBeNull()
  expect((await supabase.auth.mfa.listFactors()).data!.webauthn).toMatchObject([{ id: factorId, friendly_name: 'Key' }])

  const other = await signedIn(email)
  const verify = async (challengeId: string, response: unknown) =>
    (await other.auth.mfa.verify({ factorId, challengeId, webauthn: { ...party, type: 'request', credential_response: response as never } })).error
  const asked = await begin(other)
  expect(asked.webauthn.type).toBe('request')
  const { challenge } = asked.webauthn.credential_options.publicKey
  expect(await verify(asked.id, answer(challenge, 'signIn', { origin: 'https://evil.example' }))).toMatchObject({ code: 'mfa_verification_failed' })
  const used = answer(challenge, 'signIn')
  expect(await verify(asked.id, used)).toBeNull()
  expect(await levels(other)).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  })
  expect(await verify((await begin(other)).id, used)).toMatchObject({ code: 'mfa_verification_failed' })
  // a factor that lost its key, as in a dump, takes no other in its place
  await project.owner.run(sql`update auth.mfa_factors set web_authn_credential = null where id = ${factorId}::uuid`)
  expect((await other.auth.mfa.challenge({ factorId, webauthn: party })).error).toMatchObject({ code: 'mfa_factor_not_found' })
})

describe('wallets', () => {
  /** What a wallet in a browser does when the page asks (EIP-1193). */
  const createWallet = (secretKey = secp256k1.utils.randomSecretKey()) => {
    const address = `0x${Buffer.from(keccak(secp256k1.getPublicKey(secretKey, false).subarray(1)))
      .subarray(-20)
      .toString('hex')}`
    const sign = (message: string) => {
      const text = Buffer.from(message)
      const hash = keccak(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`), text]))
      const [recovery, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      return `0x${Buffer.from([...rest, recovery! + 27]).toString('hex')}`
    }
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      return sign(Buffer.from((params as string[])[0]!.slice(2), 'hex').toString())
    }
    return { address, sign, wallet: { address, request, on() {}, removeListener() {} } as EthereumWallet }
  }
  beforeAll(() =>
    project.change({ external_web3_ethereum_enabled: true, external_web3_solana_enabled: true, uri_allow_list: 'https://*.example.com/**' }),
  )

  test('of Ethereum sign up, and then in', async () => {
    const { wallet, address } = createWallet()
    const enter = () =>
      project.client().auth.signInWithWeb3({ chain: 'ethereum', wallet, statement: 'I accept', options: { url: 'https://app.example.com/in' } })
    const { data, error } = await enter()
    expect(error).toBeNull()
    const identity = { custom_claims: { address, chain: 'ethereum', network: '1', domain: 'app.example.com', statement: 'I accept' } }
    expect(data.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      user_metadata: identity,
      identities: [{ provider: 'web3', id: `web3:ethereum:${address}`, identity_data: identity }],
    })
    const again = await Promise.all([enter(), enter()])
    expect(again.map((each) => each.data.user?.id)).toEqual([data.user!.id, data.user!.id])
  })

  test('make one user of one wallet that comes twice at once', async () => {
    const { wallet, address } = createWallet()
    const url = 'http://localhost:3000/'
    const replies = await Promise.all([1, 2, 3].map(() => project.client().auth.signInWithWeb3({ chain: 'ethereum', wallet, options: { url } })))
    expect(replies.map(({ error }) => error)).toEqual([null, null, null])
    expect(await project.owner.rows(sql`select from auth.users where raw_user_meta_data ->> 'sub' = ${`web3:ethereum:${address}`}`)).toHaveLength(1)
  })

  test('of Solana sign in with messages of their own', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const address = base58(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'))
    const wallet = {
      publicKey: { toBase58: () => address },
      signMessage: async (bytes: Uint8Array) => Uint8Array.from(sign(null, bytes, privateKey)),
    } as SolanaWallet
    const { data, error } = await project.client().auth.signInWithWeb3({ chain: 'solana', wallet, options: { url: 'https://app.example.com/' } })
    expect(error).toBeNull()
    expect(data.user!.identities).toMatchObject([{ provider: 'web3', id: `web3:solana:${address}` }])
  })

  test('are refused what was signed for another page or time, or by another wallet', async () => {
    interface Written {
      readonly uri?: string
      readonly domain?: string
      readonly at?: number
      readonly account?: string
      readonly rest?: string
    }
    const { address, sign: signature } = createWallet()
    const written = ({ uri = 'https://app.example.com/', domain = new URL(uri).host, at = Date.now(), account = address, rest = '' }: Written) =>
      `${domain} wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: ${uri}\nVersion: 1\nChain ID: 1\nIssued At: ${new Date(at).toISOString()}${rest}`
    const reasonOf = async (fields: Written) => {
      const message = written(fields)
      const { error } = await project.client().auth.signInWithWeb3({ chain: 'ethereum', message, signature: signature(message) as `0x${string}` })
      return error === null ? null : `${error.status} ${error.message}`
    }
    expect(await reasonOf({})).toBeNull()
    expect(await reasonOf({ account: createWallet().address })).toMatch(/^400 Signature does not match/)
    expect(await reasonOf({ uri: 'https://evil.example/' })).toMatch(/^400 .*signed for another app$/)
    expect(await reasonOf({ uri: 'http://app.example.com/' })).toMatch(/does not use HTTPS$/)
    expect(await reasonOf({ domain: 'evil.example' })).toMatch(/domain that does not match/)
    expect(await reasonOf({ at: Date.now() - 601_000 })).toMatch(/too long ago$/)
    expect(await reasonOf({ at: Date.now() + 660_000 })).toMatch(/in the future$/)
    expect(await reasonOf({ rest: '\nExpiration Time: 2020-01-01T00:00:00Z' })).toMatch(/is expired$/)
    await project.change({ external_web3_ethereum_enabled: false })
    expect(await reasonOf({})).toBe('400 Ethereum Web3 provider is disabled')
  })
})

function base58(bytes: Buffer): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let [value, text] = [BigInt(`0x${bytes.toString('hex')}`), '']
  for (; value > 0n; value /= 58n) text = digits[Number(value % 58n)]! + text
  return text.padStart(text.length + bytes.findIndex((byte) => byte !== 0), '1')
}

describe('passkeys', () => {
  const challengeOf = (options: { challenge: string }): string => options.challenge
  const register = async (supabase: SupabaseClient, device: ReturnType<typeof createTestAuthenticator>, lies: Lies = {}) => {
    const begun = await supabase.auth.passkey.startRegistration()
    expect(begun.error).toBeNull()
    const { challenge_id: challengeId, options } = begun.data!
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'preferred' })
    return supabase.auth.passkey.verifyRegistration({
      challengeId,
      credential: device.register(challengeOf(options), { host: 'example.com', ...lies }) as never,
    })
  }
  const signIn = async (device: ReturnType<typeof createTestAuthenticator>, lies: Lies = {}) => {
    const supabase = project.client()
    const { data } = await supabase.auth.passkey.startAuthentication()
    const credential = device.signIn(challengeOf(data!.options), { host: 'example.com', ...lies }) as never
    return {
      supabase,
      challengeId: data!.challenge_id,
      credential,
      ...(await supabase.auth.passkey.verifyAuthentication({ challengeId: data!.challenge_id, credential })),
    }
  }

  test('sign in without a name or a password', async () => {
    const { supabase, user } = await project.confirmed('passkey@example.com')
    const device = createTestAuthenticator(origin)
    const { data: made, error } = await register(supabase, device)
    expect(error).toBeNull()
    const entered = await signIn(device)
    expect(entered.error).toBeNull()
    expect(entered.data!.user!.id).toBe(user.id)
    expect((await levels(entered.supabase)).currentAuthenticationMethods).toMatchObject([{ method: 'passkey' }])
    const again = await project.client().auth.passkey.verifyAuthentication({ challengeId: entered.challengeId, credential: entered.credential })
    expect(again.error).toMatchObject({ code: 'webauthn_challenge_not_found' })
    expect((await signIn(device, { counter: 1 })).error).toMatchObject({ code: 'webauthn_verification_failed', status: 400 })
    expect((await signIn(device, { origin: 'https://evil.example' })).error).toMatchObject({ code: 'webauthn_verification_failed' })
    expect((await signIn(createTestAuthenticator(origin))).error).toMatchObject({ code: 'webauthn_credential_not_found' })

    const renamed = await supabase.auth.passkey.update({ passkeyId: made!.id, friendlyName: 'Laptop' })
    expect(renamed.data).toMatchObject({ id: made!.id, friendly_name: 'Laptop' })
    expect((await supabase.auth.passkey.list()).data).toMatchObject([{ id: made!.id, friendly_name: 'Laptop', last_used_at: expect.any(String) }])
    const stranger = await project.confirmed('passkey-stranger@example.com')
    expect((await stranger.supabase.auth.passkey.delete({ passkeyId: made!.id })).error).toMatchObject({
      code: 'webauthn_credential_not_found',
      status: 404,
    })
    expect((await register(stranger.supabase, device)).error).toMatchObject({ code: 'webauthn_credential_exists' })
    expect((await supabase.auth.passkey.delete({ passkeyId: made!.id })).error).toBeNull()
    expect((await signIn(device)).error).toMatchObject({ code: 'webauthn_credential_not_found' })
  })

  test('are managed by servers, and are off unless the project turns them on', async () => {
    const { supabase, user } = await project.confirmed('passkey-admin@example.com')
    // certificates of a device's maker are not looked at: they say where to fetch lists from
    const attestation = { fmt: 'android-key', attStmt: new Map<string, unknown>([['x5c', [Uint8Array.of(1), Uint8Array.of(2)]]]) }
    const { data: made } = await register(supabase, createTestAuthenticator(origin), { attestation })
    const admin = project.client(project.serviceKey)
    expect((await admin.auth.admin.passkey.listPasskeys({ userId: user.id })).data).toMatchObject([{ id: made!.id }])
    expect((await admin.auth.admin.passkey.deletePasskey({ userId: user.id, passkeyId: made!.id })).error).toBeNull()
    expect((await supabase.auth.passkey.list()).data).toEqual([])
    await project.change({ passkey_enabled: false })
    expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject({ code: 'passkey_disabled', status: 404 })
    expect((await project.client().auth.passkey.startAuthentication()).error).toMatchObject({ code: 'passkey_disabled' })
    await project.change({ passkey_enabled: true })
  })
})

test('an authorized application can’t add sign-in methods', async () => {
  const { supabase, user, session } = await project.confirmed('application@example.com')
  const sessionId = (JSON.parse(Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString()) as { session_id: string }).session_id
  await project.change({ oauth_server_enabled: true })
  const client = await project.owner.first<{ id: string }>(sql`
    with client as (
      insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_type, token_endpoint_auth_method)
      values (gen_random_uuid(), 'manual', 'https://app.example.com', 'authorization_code,refresh_token', 'public', 'none') returning id
    ), session as (
      update auth.sessions set oauth_client_id = (select id from client) where id = ${sessionId}::uuid and user_id = ${user.id}::uuid
    )
    select id from client`)
  const reply = await fetch(`${project.url}/auth/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: session.refresh_token, client_id: client!.id }),
  })
  expect(reply.status).toBe(200)
  const tokens = (await reply.json()) as { access_token: string; refresh_token: string }
  expect((await supabase.auth.setSession(tokens)).error).toBeNull()
  const refusal = { code: 'not_admin', status: 403 }
  expect((await supabase.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(refusal)
  expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject(refusal)
})

test('servers see, rename and remove factors', async () => {
  const { supabase, factorId, userId } = await withApp('admin-factors@example.com')
  const admin = project.client(project.serviceKey)
  const { data } = await admin.auth.admin.mfa.listFactors({ userId })
  expect(data!.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified' }])
  expect(JSON.stringify(data)).not.toContain('secret')
  const reply = await fetch(`${project.url}/auth/v1/admin/users/${userId}/factors/${factorId}`, {
    method: 'PUT',
    headers: { apikey: project.serviceKey, authorization: `Bearer ${project.serviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ friendly_name: 'Renamed' }),
  })
  expect(await reply.json()).toMatchObject({ id: factorId, friendly_name: 'Renamed' })
  expect((await admin.auth.admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
  await supabase.auth.refreshSession()
  expect(await levels(supabase)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect((await supabase.auth.admin.mfa.listFactors({ userId })).error).not.toBeNull()
})

test('the code of a mail can’t be guessed, nor the link that says the same', async () => {
  const email = 'otp@example.com'
  await project.client().auth.signInWithOtp({ email })
  const { Token: token, TokenHash: hash } = project.lastMail(email).variables
  const wrong = Array.from({ length: 21 }, (_, index) => String((Number(token) + 1 + index) % 1_000_000).padStart(6, '0'))
  const replies = await Promise.all(wrong.map((each) => project.client().auth.verifyOtp({ email, token: each, type: 'email' })))
  expect(replies.filter(({ error }) => error!.code === 'otp_expired')).toHaveLength(20)
  expect((await project.client().auth.verifyOtp({ email, token: token!, type: 'email' })).error).toMatchObject({
    code: 'over_request_rate_limit',
    status: 429,
  })
  // a hash of the code alone opens nothing; the link does, whatever others have guessed
  expect((await project.client().auth.verifyOtp({ token_hash: hash!.slice(0, 56), type: 'email' })).error).toMatchObject({ code: 'otp_expired' })
  expect((await project.client().auth.verifyOtp({ token_hash: hash!, type: 'email' })).error).toBeNull()
})
