import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { postMail } from '../mails/post.ts'
import { dropMember } from '../../organizations/members/service.ts'
import { lockMembers } from '../../organizations/members/store.ts'
import * as store from './store.ts'

/**
 * Deletes a person's credentials, sessions, tokens and memberships. The row stays without its address, so that objects still name their author.
 * Concurrent changes for the person wait and are then refused (migration 0040).
 *
 * @throws AppError `person_not_found`, `installation_needs_owner`, `last_owner` naming the organizations, `serialization_failure`
 */
export async function removePerson(ctx: PlatformContext, personId: string, audit: AuditRecorder<Transaction>): Promise<undefined> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(personId)
  if (!isId) throw new AppError('person_not_found', { id: personId })
  await ctx.database.transaction(async (tx) => {
    // organizations before people, as everybody does who decides about members
    const locked = await store.listMemberships(tx, personId)
    for (const { id } of locked) await lockMembers(tx, id)
    const person = await store.lockPerson(tx, personId)
    if (!person) throw new AppError('person_not_found', { id: personId })
    const memberships = await store.listMemberships(tx, personId)
    if (memberships.some(({ id }) => !locked.some((one) => one.id === id))) throw new AppError('serialization_failure')
    if (person.is_installation_owner) {
      throw new AppError('installation_needs_owner', {}, { message: 'The owner of the installation can’t be deleted' })
    }
    refuseOnlyOwner(person.username, memberships)
    for (const { id } of memberships) await dropMember(tx, { organizationId: id }, personId)
    await store.erasePerson(tx, personId)
    await audit(tx, { details: { person: person.email, person_id: personId, organizations: memberships.map(({ slug }) => slug) } })
    await postMail(ctx, tx, {
      to: person.email,
      kind: 'account_deleted',
      subject: 'Your Colonnade account was deleted',
      paragraphs: [
        `Hello ${person.username},`,
        'The owner of the installation deleted your account. You were signed out everywhere, and your access tokens no longer work.',
      ],
    })
  })
}

function refuseOnlyOwner(username: string, memberships: readonly store.Membership[]): void {
  const owned = memberships.filter((membership) => membership.is_only_owner)
  if (owned.length === 0) return
  const names = owned.map(({ name }) => name).join(', ')
  const message = `${username} is the only owner of ${names}. Make someone else an owner, or delete the organization first.`
  throw new AppError('last_owner', { organizations: owned.map(({ slug }) => slug) }, { message })
}
