import { type CustomProvider, customProviders } from '@colonnade/contracts/auth/custom-providers'
import { authHookCalls } from '@colonnade/contracts/auth/auth-hook-calls'
import { signInTests } from '@colonnade/contracts/auth/sign-in-tests'
import { authUsers } from '@colonnade/contracts/auth/users'
import { queries } from '@colonnade/contracts/data/queries'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../../accessibility.ts'
import { aProject, noRows } from '../stage/world.ts'
import { open, reader, stageOf } from './staged-auth.ts'

const acme: CustomProvider = {
  id: '11111111-1111-4111-8111-111111111111',
  provider_type: 'oidc',
  identifier: 'custom:acme',
  name: 'Acme ID',
  client_id: 'app',
  is_secret_lost: false,
  enabled: true,
  scopes: ['email'],
  pkce_enabled: true,
  email_optional: false,
  issuer: 'https://id.example.com',
  discovery_url: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
  attribute_mapping: {},
  authorization_params: {},
}

describe('custom providers', () => {
  test('are added once their issuer is checked, and listed by name', async () => {
    const stage = stageOf()
    const page = await open(stage, 'auth/providers')
    const list = page.getByRole('region', { name: 'Custom providers' })
    await list.getByText('No custom providers yet').waitFor()
    await list.getByRole('button', { name: 'Add provider' }).click()
    const panel = page.getByRole('dialog', { name: 'New custom provider' })
    await panel.getByLabel('Name', { exact: true }).fill('Acme ID')
    await panel.getByText('custom:acme-id').waitFor()
    await panel.getByLabel('Issuer', { exact: true }).fill('https://id.example.com')
    stage.refuses(customProviders.discover, 'invalid_input', { message: 'The provider could not be discovered: No response within 10 seconds' })
    await panel.getByRole('button', { name: 'Check issuer' }).click()
    await panel.getByText('No response within 10 seconds').waitFor()
    const endpoint = (path: string) => `https://id.example.com/${path}`
    stage.answers(customProviders.discover, {
      issuer: 'https://id.example.com',
      authorization_endpoint: endpoint('authorize'),
      token_endpoint: endpoint('token'),
      jwks_uri: endpoint('keys'),
    })
    await panel.getByRole('button', { name: 'Check issuer' }).click()
    await panel.getByText('https://id.example.com/token').waitFor()
    await panel.getByRole('button', { name: 'Add provider' }).click()
    await panel.getByText('Enter the client secret').waitFor()
    await expectAccessible(page)
    await panel.getByLabel('Client ID').fill('app')
    await panel.getByLabel('Client secret').fill('hush')
    stage.answers(customProviders.create, () => {
      stage.answers(customProviders.list, { items: [acme] })
      return acme
    })
    await panel.getByRole('button', { name: 'Add provider' }).click()
    await page.getByText('Acme ID added').waitFor()
    await list.getByRole('button', { name: /Acme ID.*custom:acme.*Enabled/ }).waitFor()
    expect(stage.sent(customProviders.create)).toMatchObject([
      { identifier: 'custom:acme-id', issuer: 'https://id.example.com', client_secret: 'hush', scopes: ['email', 'profile'] },
    ])
  })

  test('send what was changed alone, and are deleted after a question', async () => {
    const stage = stageOf({ customProviders: [{ ...acme, is_secret_lost: true }] })
    const page = await open(stage, 'auth/providers?open=custom%3Aacme', { width: 390 })
    const panel = page.getByRole('dialog', { name: 'Acme ID' })
    await panel.getByText('client secrets aren’t copied').waitFor()
    await panel.getByRole('switch', { name: 'Sign in with this provider' }).click()
    stage.answers(customProviders.update, { ...acme, enabled: false })
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Acme ID saved').waitFor()
    expect(stage.sent(customProviders.update)).toEqual([{ enabled: false }])
    await expectNoSidewaysScroll(page)
    stage.answers(customProviders.remove, undefined)
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete provider' }).click()
    await page.getByText('Acme ID deleted').waitFor()
  })

  test('wait until somebody wakes their project, and are read-only for readers', async () => {
    const { organizations } = reader
    const stage = stageOf({
      customProviders: [acme],
      world: { organizations, projects: [aProject({ organization: organizations[0]!, sleep: 'asleep' })] },
    })
    const page = await open(stage, 'auth/providers')
    await page.getByRole('button', { name: 'Wake up project to see its providers' }).click()
    await page.getByRole('button', { name: /Acme ID/ }).click()
    const panel = page.getByRole('dialog', { name: 'Acme ID' })
    await panel.getByText('Owners, administrators and developers can change these settings.').waitFor()
    await expect.poll(() => panel.getByRole('button', { name: /Save|Delete|Check/ }).count()).toBe(0)
  })
})

describe('a test sign-in', () => {
  test('begins in a tab of its own, and shows who the provider says it is', async () => {
    const stage = stageOf({ settings: { external_github_client_id: 'the-id' } })
    const page = await open(stage, 'auth/providers?open=github')
    const link = page.getByRole('dialog', { name: 'GitHub' }).getByRole('link', { name: 'Test sign-in' })
    await expect.poll(() => link.getAttribute('target')).toBe('_blank')
    const { ref } = stage.world.projects[0]!
    const came = `/project/${ref}/auth/sign-in-test#state=a&code=b`
    stage.answers(signInTests.begin, { url: came })
    stage.answers(signInTests.finish, {
      provider: 'github',
      failed_at: null,
      problem: null,
      detail: null,
      code: null,
      identity: {
        subject: '4711',
        emails: [{ email: 'ada@example.com', is_verified: true, is_primary: true }],
        claims: { user_name: 'ada' },
      },
      received: { access_token: true, refresh_token: false, id_token: false },
    })
    const tab = await stage.openBeside(page, `/project/${ref}/auth/sign-in-test?provider=github`)
    await tab.getByText(`/api/${ref}/auth/v1/callback`).waitFor()
    await tab.getByRole('button', { name: 'Continue to the provider' }).waitFor()
    await expectAccessible(tab)
    // as a provider sends people back
    await tab.goto('about:blank')
    await tab.goto(page.url().replace(/\/project\/.*/, came))
    await tab.getByText('Sign-in works').waitFor()
    await tab.getByText('ada@example.com').waitFor()
    await expect.poll(() => tab.url()).not.toContain('code=')
    await expectAccessible(tab)
    expect(stage.sent(signInTests.finish)).toEqual([{ parameters: { state: 'a', code: 'b' } }])
  })

  test('says what is wrong, and what to do about it', async () => {
    const stage = stageOf()
    stage.answers(signInTests.finish, {
      provider: 'github',
      failed_at: 'token',
      problem: 'Unable to exchange external code: nope',
      detail: 'The provider returned invalid_client',
      code: 'invalid_client',
      identity: null,
      received: { access_token: false, refresh_token: false, id_token: false },
    })
    const page = await open(stage, 'auth/sign-in-test#state=a&code=b', { width: 390 })
    await page.getByRole('alert').getByText('Check the client ID and the client secret.').waitFor()
    await page.getByText('The provider returned invalid_client').waitFor()
    await expectNoSidewaysScroll(page)
  })
})

test('a hook is tried with a user of the project, and both sides are shown', async () => {
  const stage = stageOf({ settings: { hook_custom_access_token_uri: 'pg-functions://postgres/public/claims' } })
  stage.answers(queries.run, noRows)
  const page = await open(stage, 'auth/hooks?open=custom_access_token')
  const part = page.getByRole('region', { name: 'Test call' })
  stage.answers(authUsers.list, { items: [], next_after: null, is_cut: false, total: null, is_estimate: false })
  await part.getByLabel('User').fill('nobody')
  await part.getByRole('button', { name: 'Run test' }).click()
  await part.getByText('No user’s email address begins with this').waitFor()
  stage.answers(authHookCalls.test, {
    request: { user_id: 'u' },
    answer: { claims: {} },
    duration_ms: 12,
    attempts: 1,
    verdict: 'invalid',
    problem: 'claims.aud is missing',
  })
  await part.getByLabel('User').fill('')
  await part.getByRole('button', { name: 'Run test' }).click()
  await part.getByText('claims.aud is missing').waitFor()
  await expectAccessible(page)
  expect(stage.sent(authHookCalls.test)).toEqual([{ hook: 'custom_access_token' }])
})
