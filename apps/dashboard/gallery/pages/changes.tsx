import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import { schemas } from '@colonnade/pg-meta'
import { Button, Field, Input } from '@colonnade/ui'
import type { QueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ChangePanel } from '../../src/scope/changes/change-panel.tsx'
import type { Draft } from '../../src/scope/changes/draft.ts'
import { Refusal } from '../../src/scope/changes/refusal.tsx'
import { organizationQuery, projectQuery } from '../../src/scope/queries.ts'
import { Specimen, Specimens } from '../specimen.tsx'
import { Stand } from '../stand.tsx'

const ref = 'abcdefghijklmnopqrst'
const slug = 'acme'

export default function ChangesPage() {
  return (
    <>
      <Specimens title="ChangePanel">
        <Specimen title="A form that generates SQL">
          <Stand seed={seedWith(['database:read', 'database:write'])}>
            <NewSchema label="New schema…" />
          </Stand>
        </Specimen>
        <Specimen title="For someone who can only read">
          <Stand seed={seedWith(['database:read'])}>
            <NewSchema label="New schema, read-only…" />
          </Stand>
        </Specimen>
      </Specimens>
      <Specimens title="Refusal">
        <Specimen title="With the database’s detail and hint">
          <Refusal
            error={
              new AppError(
                'dependent_objects',
                { detail: 'view totals depends on table orders', hint: 'Use DROP … CASCADE to drop the dependent objects too.' },
                { message: 'cannot drop table orders because other objects depend on it' },
              )
            }
          />
        </Specimen>
      </Specimens>
    </>
  )
}

const seedWith = (permissions: readonly Permission[]) => (client: QueryClient) => {
  const organization: Pick<Organization, 'slug' | 'permissions' | 'project_permissions'> = {
    slug,
    permissions: [...permissions],
    project_permissions: {},
  }
  const project: Pick<Project, 'ref' | 'organization_slug' | 'parent_project_ref'> = { ref, organization_slug: slug, parent_project_ref: null }
  client.setQueryData(organizationQuery(slug).queryKey, organization as Organization)
  client.setQueryData(projectQuery(ref).queryKey, project as Project)
}

/** Open while the address says so, as panels of the dashboard are: the question about unsaved changes comes with leaving it. */
function NewSchema({ label }: { readonly label: string }) {
  const { history } = useRouter()
  const isOpen = useLocation().hash === 'new'
  return (
    <>
      <Button onClick={() => history.push('/#new')}>{label}</Button>
      {isOpen && <SchemaForm onClose={() => history.push('/')} onDone={() => history.push('/', undefined, { ignoreBlocker: true })} />}
    </>
  )
}

function SchemaForm({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const [name, setName] = useState('')
  const draft: Draft =
    name === ''
      ? { kind: 'incomplete', problems: { name: 'A schema needs a name.' } }
      : { kind: 'change', change: { name: `Create schema ${name}`, commands: [schemas.create({ name })] } }
  return (
    <ChangePanel
      projectRef={ref}
      title="New schema"
      draft={draft}
      isDirty={name !== ''}
      submitLabel="Create schema"
      doneText={`Schema ${name} created`}
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <Field label="Name" error={problems['name']}>
          <Input isMono value={name} autoComplete="off" spellCheck={false} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
    </ChangePanel>
  )
}
