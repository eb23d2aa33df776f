import { type DefaultGrant, grantedKinds, grantedRoles, listDefaultGrants } from '@colonnade/pg-meta/default-grants'
import { Button, Checkbox, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { defaultGrants as texts } from '../messages.ts'
import { grantedIn, grantsDraft, grantText, keyOf, scope } from './grants-draft.ts'

const defaultGrantsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'default-grants'),
    queryFn: ({ signal }) => fetchRows(ref, listDefaultGrants(scope), signal),
    staleTime: 10_000,
  })

/** What the roles of requests get on tables, functions and sequences that are yet to be created. */
export function DefaultGrantsPanel({ projectRef }: { readonly projectRef: string }) {
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const { data, error, refetch } = useQuery(defaultGrantsQuery(projectRef))
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Panel label={texts.title}>
      <PanelHeader
        title={texts.title}
        description={texts.description}
        aside={
          mayWrite &&
          data && (
            <Button size="sm" aria-label={texts.editLabel} onClick={() => setIsEditing(true)}>
              {texts.edit}
            </Button>
          )
        }
      />
      <PanelContent>
        {error !== null && <ErrorNotice error={error} subject={texts.failed} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-20 w-full" />}
        {data && <GrantTable grants={data} />}
      </PanelContent>
      {isEditing && data && <GrantsForm projectRef={projectRef} saved={data} onClose={() => setIsEditing(false)} />}
    </Panel>
  )
}

function GrantTable({ grants }: { readonly grants: readonly DefaultGrant[] }) {
  return (
    <table aria-label={texts.title} className="w-full text-left text-xs">
      <thead>
        <tr className="text-faint">
          <th scope="col" className="py-1 pr-2 font-normal">
            {texts.columnLabel}
          </th>
          {grantedRoles.map((role) => (
            <th key={role} scope="col" className="py-1 pr-2 font-mono font-normal">
              {role}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grantedKinds.map((kind) => (
          <tr key={kind} className="border-t">
            <th scope="row" className="py-1.5 pr-2 font-normal">
              {texts.kinds[kind]}
            </th>
            {grants.flatMap((grant) =>
              grant.kind === kind
                ? [
                    <td key={grant.role} className="py-1.5 pr-2 text-soft">
                      {grantText(grant)}
                    </td>,
                  ]
                : [],
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface GrantsFormProps {
  readonly projectRef: string
  readonly saved: readonly DefaultGrant[]
  readonly onClose: () => void
}

function GrantsForm({ projectRef, saved, onClose }: GrantsFormProps) {
  // as it was when the form was opened: what is saved is what was changed here
  const [opened] = useState(saved)
  const [chosen, setChosen] = useState(() => grantedIn(opened))
  return (
    <ChangePanel
      projectRef={projectRef}
      title={texts.editTitle}
      description={texts.editText}
      draft={grantsDraft(opened, chosen)}
      submitLabel={texts.save}
      doneText={texts.done}
      onClose={onClose}
      onDone={onClose}
    >
      {() =>
        grantedKinds.map((kind) => (
          <fieldset key={kind} className="flex flex-col gap-2">
            <legend className="mb-1.5 text-sm font-medium">{texts.kinds[kind]}</legend>
            {opened
              .filter((grant) => grant.kind === kind)
              .map((grant) => (
                <Checkbox
                  key={grant.role}
                  label={<code className="font-mono text-xs">{grant.role}</code>}
                  isChecked={chosen.includes(keyOf(grant))}
                  onCheckedChange={(isChecked) => setChosen(isChecked ? [...chosen, keyOf(grant)] : chosen.filter((key) => key !== keyOf(grant)))}
                />
              ))}
            {kind === 'functions' && opened.some((grant) => grant.kind === kind && grant.is_public) && (
              <p className="text-xs text-soft">{texts.publicText}</p>
            )}
          </fieldset>
        ))
      }
    </ChangePanel>
  )
}
