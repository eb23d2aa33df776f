import { TicketCategory, TicketSeverity } from '@colonnade/contracts/installation/support-tickets'
import { z } from 'zod'
import type { SupportQuery } from './support-query.ts'

/** What stands in the form; an empty text is "none". */
export const TicketDraft = z.object({
  category: TicketCategory,
  severity: TicketSeverity,
  organization_slug: z.string(),
  project_ref: z.string(),
  subject: z.string(),
  message: z.string(),
  error: z.string(),
  pathname: z.string(),
})
export type TicketDraft = z.infer<typeof TicketDraft>

/** The draft, and the query that it was begun with. */
const KeptDraft = z.object({ from: z.string(), draft: TicketDraft })

export interface KnownProject {
  readonly ref: string
  readonly organization_slug: string
}

const empty: TicketDraft = {
  category: 'problem',
  severity: 'Normal',
  organization_slug: '',
  project_ref: '',
  subject: '',
  message: '',
  error: '',
  pathname: '',
}

export interface Beginning {
  readonly query: SupportQuery
  /** What `draftText` wrote at the last visit. */
  readonly kept: string | null
  readonly projects: readonly KnownProject[]
  readonly organizations: readonly { readonly slug: string }[]
  /** Where the person came from. */
  readonly pathname: string | undefined
}

/**
 * What the form begins with: the draft of the last visit, with what the address says over it. A page that is loaded again has the same
 * address; then only the draft counts, which may have been changed since.
 */
export function beginDraft({ query, kept, projects, organizations, pathname }: Beginning): TicketDraft {
  const last = parse(kept)
  const isSameVisit = last !== null && (keyOf(query) === '' || last.from === keyOf(query))
  if (isSameVisit) return withKnownPlaces(last.draft, projects, organizations)
  const project = projects.find(({ ref }) => ref === query.ref)
  return {
    ...empty,
    message: last?.draft.message ?? '',
    ...(query.category !== undefined && { category: query.category }),
    ...(project && { project_ref: project.ref, organization_slug: project.organization_slug }),
    subject: query.subject ?? '',
    error: query.error ?? '',
    pathname: pathname ?? '',
  }
}

export function draftText(query: SupportQuery, draft: TicketDraft): string {
  return JSON.stringify({ from: keyOf(query), draft })
}

/** Two addresses that say the same. */
function keyOf({ ref, category, subject, error }: SupportQuery): string {
  const said = [ref, category, subject, error]
  return said.some((value) => value !== undefined) ? JSON.stringify(said) : ''
}

function parse(text: string | null): z.infer<typeof KeptDraft> | null {
  if (text === null || text === '') return null
  try {
    return KeptDraft.parse(JSON.parse(text))
  } catch {
    // of another release, or no draft at all
    return null
  }
}

/** A project or organization may have been deleted, or be somebody else's by now. */
function withKnownPlaces(draft: TicketDraft, projects: Beginning['projects'], organizations: Beginning['organizations']): TicketDraft {
  return {
    ...draft,
    project_ref: projects.some(({ ref }) => ref === draft.project_ref) ? draft.project_ref : '',
    organization_slug: organizations.some(({ slug }) => slug === draft.organization_slug) ? draft.organization_slug : '',
  }
}
