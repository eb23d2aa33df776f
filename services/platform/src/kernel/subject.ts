import { Slug } from '@colonnade/contracts/foundation/values'
import { AppError, isRef } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { opensWithFactor } from './people/second-factors.ts'
import type { Actor } from './serve.ts'

/** Subject of a person's message. */
export interface Subject {
  readonly organizationId: string | null
  readonly projectRef: string | null
}

/**
 * Returns the named project and organization if the person belongs to them. A project implies its organization.
 *
 * @throws AppError `project_not_found`, `organization_not_found`, `invalid_input` if they don't belong together
 */
export async function findSubject(
  db: Queryable,
  actor: Actor,
  named: { readonly projectRef?: string | undefined; readonly organizationSlug?: string | undefined },
): Promise<Subject> {
  const { projectRef: ref, organizationSlug: slug } = named
  const project = ref === undefined ? undefined : await findProject(db, actor, ref)
  if (ref !== undefined && !project) throw new AppError('project_not_found', { ref })
  const organization = slug === undefined ? undefined : await findOrganization(db, actor, slug)
  if (slug !== undefined && !organization) throw new AppError('organization_not_found', { slug })
  if (project && organization && project.organization_id !== organization.id) {
    const message = 'The project belongs to another organization'
    throw new AppError('invalid_input', { issues: [{ path: ['body'], message }] }, { message })
  }
  return { projectRef: project?.ref ?? null, organizationId: project?.organization_id ?? organization?.id ?? null }
}

function findProject(db: Queryable, actor: Actor, ref: string): Promise<{ ref: string; organization_id: string } | undefined> {
  if (!isRef(ref)) return Promise.resolve(undefined)
  return db.first(sql`
    select p.ref, p.organization_id from project_access a join projects p using (ref)
    where a.ref = ${ref} and a.user_id = ${actor.userId} and (not a.is_guarded or ${opensWithFactor(actor)}) and p.status <> 'REMOVED'`)
}

function findOrganization(db: Queryable, { userId }: Actor, slug: string): Promise<{ id: string } | undefined> {
  if (!Slug.safeParse(slug).success) return Promise.resolve(undefined)
  return db.first(sql`
    select o.id from organizations o join members m on m.organization_id = o.id where o.slug = ${slug} and m.user_id = ${userId}`)
}
