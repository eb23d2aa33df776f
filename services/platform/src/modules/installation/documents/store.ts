import type { DocumentAcceptance, DocumentKind, InstallationDocument, OrganizationDocument } from '@colonnade/contracts/installation/documents'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

const published = sql`
  d.id, d.kind, d.title, d.asks_acceptance, d.is_withdrawn,
  (select jsonb_agg(jsonb_build_object('number', v.number, 'format', v.format, 'size_bytes', length(v.content), 'published_at', ${isoTime('v', 'published_at')})
    order by v.number desc) from document_versions v where v.document_id = d.id) as versions`

/** Those that are published first, in the order of their kinds' names. */
const inOrder = sql`order by d.is_withdrawn, d.created_at, d.id`

function selectForOwner(where: Fragment): Fragment {
  return sql`
    select ${published}, (select count(*)::int from organizations) as organization_count,
      (select count(*)::int from document_acceptances a where a.document_id = d.id
        and a.number = (select max(number) from document_versions v where v.document_id = d.id)) as accepted_count
    from documents d ${where}`
}

export function listDocuments(db: Queryable): Promise<InstallationDocument[]> {
  return db.rows<InstallationDocument>(selectForOwner(inOrder))
}

export function findDocument(db: Queryable, id: string): Promise<InstallationDocument | undefined> {
  return db.first<InstallationDocument>(selectForOwner(sql`where d.id = ${id}`))
}

/** Versions are published, and accepted, one after the other until the transaction ends. */
export async function lockDocument(tx: Queryable, id: string): Promise<void> {
  await tx.first(sql`select from documents where id = ${id} for update`)
}

export interface Details {
  readonly kind: DocumentKind
  readonly title: string
  readonly asks_acceptance: boolean
}

export async function insertDocument(db: Queryable, details: Details): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into documents (kind, title, asks_acceptance) values (${details.kind}, ${details.title}, ${details.asks_acceptance}) returning id`)
  return row!.id
}

export async function updateDocument(db: Queryable, id: string, details: Details): Promise<void> {
  await db.run(sql`
    update documents set kind = ${details.kind}, title = ${details.title}, asks_acceptance = ${details.asks_acceptance}, is_withdrawn = false where id = ${id}`)
}

export async function insertVersion(db: Queryable, id: string, number: number, format: 'markdown' | 'pdf', content: Buffer): Promise<void> {
  await db.run(sql`insert into document_versions (document_id, number, format, content) values (${id}, ${number}, ${format}, ${content})`)
}

export async function setWithdrawn(db: Queryable, id: string, isWithdrawn: boolean): Promise<void> {
  await db.run(sql`update documents set is_withdrawn = ${isWithdrawn} where id = ${id}`)
}

export async function isAccepted(db: Queryable, id: string): Promise<boolean> {
  return (await db.first(sql`select from document_acceptances where document_id = ${id} limit 1`)) !== undefined
}

export async function deleteDocument(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from documents where id = ${id}`)
}

export interface FoundVersion {
  readonly title: string
  readonly number: number
  readonly format: 'markdown' | 'pdf'
  readonly content: Buffer
}

/** For an organization, of documents that are withdrawn only the versions that it has accepted. */
export function findVersion(db: Queryable, id: string, number: number, organizationId: string | null): Promise<FoundVersion | undefined> {
  return db.first<FoundVersion>(sql`
    select d.title, v.number, v.format, v.content from document_versions v join documents d on d.id = v.document_id
    where d.id = ${id} and v.number = ${number} and (${organizationId}::uuid is null or not d.is_withdrawn or exists (
      select from document_acceptances a where a.document_id = d.id and a.number = v.number and a.organization_id = ${organizationId}))`)
}

export function listAcceptances(
  db: Queryable,
  id: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<(DocumentAcceptance & { organization: { slug: string; name: string } })[]> {
  return db.rows(sql`
    select a.number, a.accepted_by, ${isoTime('a', 'accepted_at')} as accepted_at, jsonb_build_object('slug', o.slug, 'name', o.name) as organization
    from document_acceptances a join organizations o on o.id = a.organization_id where a.document_id = ${id}
    order by a.accepted_at desc, a.number desc, o.slug offset ${offset} limit ${limit}`)
}

function selectFor(organizationId: string): Fragment {
  const accepted = sql`from document_acceptances a where a.document_id = d.id and a.organization_id = ${organizationId}`
  return sql`
    select ${published}, coalesce((select jsonb_agg(jsonb_build_object('number', a.number, 'accepted_by', a.accepted_by,
        'accepted_at', ${isoTime('a', 'accepted_at')}) order by a.number desc) ${accepted}), '[]') as acceptances
    from documents d where (not d.is_withdrawn or exists (select ${accepted}))`
}

/** What is published, and what was withdrawn since the organization accepted it. */
export function listFor(db: Queryable, organizationId: string): Promise<OrganizationDocument[]> {
  return db.rows<OrganizationDocument>(sql`${selectFor(organizationId)} ${inOrder}`)
}

export function findFor(db: Queryable, organizationId: string, id: string): Promise<OrganizationDocument | undefined> {
  return db.first<OrganizationDocument>(sql`${selectFor(organizationId)} and d.id = ${id}`)
}

/** False when the organization had accepted it before, which stays as it was. */
export async function insertAcceptance(db: Queryable, id: string, number: number, organizationId: string, userId: string): Promise<boolean> {
  const row = await db.first(sql`
    insert into document_acceptances (document_id, number, organization_id, accepted_by)
    select ${id}, ${number}, ${organizationId}, email from users where id = ${userId} on conflict do nothing returning number`)
  return row !== undefined
}
