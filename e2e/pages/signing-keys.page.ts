import { type ProjectSigningKey, signingKeys } from '@colonnade/contracts/api/signing-keys'
import { secondFactors } from '@colonnade/contracts/people/second-factors'
import { messages } from '@colonnade/platform/testing/messages/api'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, longAgo } from './stage/world.ts'

let made = 0
const aKey = (changes: Partial<ProjectSigningKey> = {}): ProjectSigningKey => ({
  id: `${String((made += 1)).padStart(8, '1')}-0000-4000-8000-000000000000`,
  algorithm: 'ES256',
  status: 'in_use',
  public_jwk: { kty: 'EC' },
  created_at: longAgo,
  updated_at: longAgo,
  is_legacy: false,
  ready_at: null,
  last_seen_at: null,
  ...changes,
})
const current = aKey({ last_seen_at: longAgo })
const legacy = aKey({ algorithm: 'HS256', status: 'previously_used', public_jwk: null, is_legacy: true })
const standby = aKey({ algorithm: 'EdDSA', status: 'standby', ready_at: longAgo })
const early = { ...standby, ready_at: '2099-01-01T00:00:00.000Z' }
const revoked = aKey({ algorithm: 'RS256', status: 'revoked', updated_at: '2026-02-01T00:00:00.000Z' })
const full = [current, standby, legacy, revoked]

function stageOf(keys: readonly ProjectSigningKey[] = full, changes: Parameters<typeof setStage>[0] = {}): OpenStage {
  const stage = setStage(changes)
  stage.answers(signingKeys.list, { keys: [...keys] })
  stage.answers(secondFactors.retrieve, { totp: null, recovery_codes_left: 0 })
  stage.answers(signingKeys.update, ({ params, body }) => ({ ...keys.find(({ id }) => id === params.id)!, status: body.status }))
  return stage
}
const open = (stage: OpenStage) => stage.open(`/project/${stage.world.projects[0]!.ref}/settings/jwt`)
const regionOf = (page: Awaited<ReturnType<typeof open>>, name: string) => page.getByRole('region', { name, exact: true })

describe('JWT keys', () => {
  test('stand by their state, with the address where others find them', async () => {
    const page = await open(stageOf())
    await regionOf(page, 'In use').getByText(current.id).waitFor()
    await regionOf(page, 'Standby').getByText('Ready', { exact: true }).waitFor()
    await regionOf(page, 'Previously used').getByText('Legacy JWT secret').waitFor()
    await regionOf(page, 'Revoked').getByText('RS256').waitFor()
    await page.getByText(/^http:\/\/localhost:8000\/api\/[a-z]{20}\/auth\/v1\/\.well-known\/jwks\.json$/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Create standby key' }).isDisabled()).toBe(true)
  })

  test('can be read in all themes, on a desk and on a phone', async () => {
    for (const keys of [full, [current]]) {
      const page = await open(stageOf(keys))
      await regionOf(page, 'Revoked').waitFor()
      await expectAccessibleInAllThemes(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page, 'all but colours')
      await expectNoSidewaysScroll(page)
    }
  })

  test('say when they load and when they fail, and are tried again', async () => {
    const stage = stageOf()
    const held = stage.holds(signingKeys.list)
    stage.refuses(signingKeys.list, 'too_busy', { message: 'Too much at once' })
    const page = await open(stage)
    await page.getByLabel('Loading JWT keys').waitFor()
    held.goOn()
    await page.getByText('Too much at once').waitFor()
    stage.answers(signingKeys.list, { keys: full })
    await page.getByRole('button', { name: 'Try again' }).click()
    await regionOf(page, 'In use').waitFor()
  })

  test('are created on standby', async () => {
    const stage = stageOf([current])
    stage.answers(signingKeys.create, standby)
    const page = await open(stage)
    await page.getByRole('button', { name: 'Create standby key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create signing key' })
    await dialog.getByLabel('Algorithm').click()
    await page.getByRole('option', { name: /^EdDSA/ }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Key created').waitFor()
    expect(stage.sent(signingKeys.create)).toEqual([{ algorithm: 'EdDSA', status: 'standby' }])
  })

  test('are imported as JSON Web Keys, and what is none is said', async () => {
    const stage = stageOf([current])
    stage.refuses(signingKeys.create, 'invalid_input', {
      details: { issues: [{ path: ['body', 'private_jwk'], message: messages.publicHalf }] },
    })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Import key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import signing key' })
    const field = dialog.getByLabel('Private key')
    const send = dialog.getByRole('button', { name: 'Import key' })
    await field.fill('-----BEGIN')
    await send.click()
    await dialog.getByText(/This is not a JSON Web Key/).waitFor()
    await field.fill('{"kty":"EC","crv":"P-256","x":"a","y":"b"}')
    await send.click()
    await dialog.getByText(messages.publicHalf).waitFor()
    stage.answers(signingKeys.create, standby)
    await field.fill('{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}')
    await send.click()
    await page.getByText('Key imported').waitFor()
    expect(stage.sent(signingKeys.create).at(-1)).toMatchObject({ algorithm: 'ES256', private_jwk: { d: 'c' } })
  })

  test('are rotated when they are ready, or at once after a warning', async () => {
    const stage = stageOf()
    const page = await open(stage)
    const rotate = page.getByRole('button', { name: /^Rotate to this key/ })
    await rotate.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByText('Keys rotated').waitFor()
    stage.answers(signingKeys.list, { keys: [current, early, legacy] })
    await page.reload()
    await regionOf(page, 'Standby')
      .getByText(/^Ready at \d/)
      .waitFor()
    await rotate.click()
    await page.getByText(/less than 20 minutes/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Rotate anyway' }).click()
    await page.getByText('Keys rotated').waitFor()
    expect(stage.sent(signingKeys.update)).toEqual([{ status: 'in_use' }, { status: 'in_use', immediately: true }])
  })

  test('are revoked unless legacy API keys need them, restored, and moved to standby', async () => {
    const stage = stageOf([current, legacy, revoked])
    stage.refuses(signingKeys.update, 'legacy_api_keys_enabled', { message: 'Turn them off first' })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Revoke: legacy JWT secret' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('alert').getByText('Turn them off first').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    stage.answers(signingKeys.update, revoked)
    await page.getByRole('button', { name: /^Restore: RS256/ }).click()
    await page.getByRole('button', { name: 'Restore key' }).click()
    await page.getByText('Key restored').waitFor()
    await page.getByRole('button', { name: 'More actions: legacy JWT secret' }).click()
    await page.getByRole('menuitem', { name: 'Move to standby' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to standby' }).click()
    await page.getByText('Key moved to standby').waitFor()
    expect(stage.sent(signingKeys.update).map(({ status }) => status)).toEqual(['revoked', 'previously_used', 'standby'])
  })

  test('are deleted once their ID is typed, by who proves who they are', async () => {
    const stage = stageOf()
    stage.refuses(signingKeys.remove, 'sign_in_again')
    stage.answers(secondFactors.prove, () => {
      stage.answers(signingKeys.remove, revoked)
      return undefined
    })
    const page = await open(stage)
    await page.getByRole('button', { name: /^More actions: RS256/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Type/).fill(revoked.id.slice(0, 8))
    await dialog.getByRole('button', { name: 'Delete key' }).click()
    await dialog.getByLabel('Your password').fill('correct horse')
    await dialog.getByRole('button', { name: 'Delete key' }).click()
    await page.getByText('Key deleted').waitFor()
  })

  test('are not shown to who may not read them', async () => {
    const stage = stageOf(full, { organizations: [anOrganization({ role: 'read-only' })] })
    const page = await open(stage)
    await page.getByText('You don’t have access', { exact: true }).waitFor()
    expect(stage.calls(signingKeys.list)).toEqual([])
  })
})
