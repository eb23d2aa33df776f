import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Field, SearchSelect } from '@colonnade/ui'
import { placeText } from './messages.ts'

const noProject = { value: '', label: placeText.noProject }
const noOrganization = { value: '', label: placeText.noOrganization }

/** An empty text is "none". */
export interface Place {
  readonly organization_slug: string
  readonly project_ref: string
}

export interface PlacePickersProps {
  readonly value: Place
  readonly onChange: (place: Place) => void
  readonly organizations: readonly Organization[]
  readonly projects: readonly Project[]
  readonly errors: Partial<Record<keyof Place, string | undefined>>
  /** A project that the address names and that is not among these. */
  readonly unknownRef: string | undefined
}

/** Where it happened. A project brings its organization with it, and another organization leaves only its own projects to choose from. */
export function PlacePickers({ value, onChange, organizations, projects, errors, unknownRef }: PlacePickersProps) {
  const names = new Map(organizations.map(({ slug, name }) => [slug, name]))
  const offered = projects.filter(({ organization_slug }) => value.organization_slug === '' || organization_slug === value.organization_slug)
  const isUnknown = unknownRef !== undefined && value.project_ref === ''
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={placeText.organization} error={errors.organization_slug}>
        <SearchSelect
          value={value.organization_slug}
          onValueChange={(slug) => {
            const staysIn = projects.some(({ ref, organization_slug }) => ref === value.project_ref && organization_slug === slug)
            onChange({ organization_slug: slug, project_ref: staysIn ? value.project_ref : '' })
          }}
          options={[noOrganization, ...organizations.map(({ slug, name }) => ({ value: slug, label: name, hint: slug }))]}
          searchLabel={placeText.searchOrganizations}
          emptyText={placeText.noOrganizationMatches}
        />
      </Field>
      <Field
        label={placeText.project}
        error={errors.project_ref}
        hint={
          isUnknown ? (
            <span className="text-warning">
              {placeText.unknownBefore}
              <span className="font-mono wrap-anywhere">{unknownRef}</span>
              {placeText.unknownAfter}
            </span>
          ) : undefined
        }
      >
        <SearchSelect
          value={value.project_ref}
          onValueChange={(ref) => {
            const project = projects.find((candidate) => candidate.ref === ref)
            onChange({ project_ref: ref, organization_slug: project?.organization_slug ?? value.organization_slug })
          }}
          options={[
            noProject,
            ...offered.map(({ ref, name, organization_slug }) => ({ value: ref, label: name, hint: names.get(organization_slug) ?? ref })),
          ]}
          searchLabel={placeText.searchProjects}
          emptyText={placeText.noProjectMatches}
        />
      </Field>
    </div>
  )
}
