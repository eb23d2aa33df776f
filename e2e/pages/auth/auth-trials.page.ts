import { type CustomProvider, customProviders } from '@colonnade/contracts/auth/custom-providers'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../../accessibility.ts'
import { aProject } from '../stage/world.ts'
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
    stage.refuses(customProviders.discover, 'invalid_input', { message: 'The provider could not be discovered: No answer within 10 seconds' })
    await panel.getByRole('button', { name: 'Check issuer' }).click()
    await panel.getByText('No answer within 10 seconds').waitFor()
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
