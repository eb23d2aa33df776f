import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const removal = async () => (await platform.ask('owner', 'GET', '/platform/organizations/acme/removal')).json as OrganizationRemoval

test('everything is named that goes with an organization, keeps it from going, or stays', async () => {
  const ref = await platform.project('Harbour')
  const { database } = platform.ctx
  await database.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select source, 'disk_size', date_trunc('hour', now()) - h * interval '1 hour', date_trunc('hour', now()) - (h - 1) * interval '1 hour', ${ref}, o.id, bytes
    from organizations o, (values (${ref}, 1, 500), (${ref}, 2, 9000), ('a-replica', 1, 200), ('gone-long-ago', 9, 1000)) as e (source, h, bytes) where o.slug = 'acme'
    on conflict do nothing`)
  await database.run(sql`insert into backups (project_ref, kind, status) values (${ref}, 'manual', 'COMPLETED'), (${ref}, 'manual', 'FAILED')`)
  await platform.ask('owner', 'POST', '/platform/organizations/acme/invitations', { emails: ['new@example.com'], role: 'developer' })
  await platform.ask('owner', 'POST', '/platform/organizations/acme/roles', { name: 'Advisers', permissions: ['audit:read'] })
  await platform.ask('developer', 'POST', '/platform/access-tokens', {
    name: 'Deploy',
    scopes: ['projects:read'],
    organization_slug: 'acme',
    expires_at: null,
  })
  expect(await removal()).toEqual({
    projects: [{ ref, name: 'Harbour', size_bytes: 700, backup_count: 1, branch_count: 0, replica_count: 0 }],
    member_count: 4,
    invitation_count: 1,
    role_count: 1,
    access_token_count: 1,
    app_count: 0,
    webhook_count: 0,
    accepted_document_count: 0,
    invoice_count: 0,
    open_invoice_count: 0,
    last_bill: { currency: 'USD', cents: 0, is_charged: false },
  })
  await platform.run({
    promise: 'it can not go while a project is there',
    as: 'owner',
    method: 'DELETE',
    path: '/platform/organizations/acme',
    expect: 409,
    code: 'organization_not_empty',
  })
})

test('an organization without anything has nobody but its owner', async () => {
  const { json } = await platform.ask('outsider', 'GET', '/platform/organizations/elsewhere/removal')
  expect(json).toMatchObject({ projects: [], role_count: 0, member_count: 1, invitation_count: 0, access_token_count: 0 })
})
