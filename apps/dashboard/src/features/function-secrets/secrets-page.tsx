import { Button, ConfirmDialog, EmptyState, Panel, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { Notice } from '../../lib/texts/notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { DefaultVariables } from './default-variables.tsx'
import { defaultsText, deleteText, formText, pageText } from './messages.ts'
import { useRemoveSecret } from './mutations.ts'
import { secretsQuery } from './queries.ts'
import { SecretTable } from './secret-table.tsx'
import { SecretsPanel } from './secrets-panel.tsx'

type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'set'; readonly replaced: string | null }
  | { readonly kind: 'delete'; readonly name: string }

/** Lists the secrets that functions read from their environment. */
export function SecretsPage({ projectRef }: { readonly projectRef: string }) {
  const { name, parent_project_ref: parentRef } = useProject(projectRef)
  useTitle(pageText.title, name)
  const isAllowed = useIsAllowed(projectRef)('project_edge_function:all')
  const { data: secrets, error, refetch } = useQuery({ ...secretsQuery(projectRef), enabled: isAllowed })
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const close = () => setOpen({ kind: 'none' })
  const remove = useRemoveSecret(projectRef)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page
        title={pageText.title}
        description={pageText.description}
        actions={
          isAllowed &&
          secrets !== undefined && (
            <Button variant="primary" onClick={() => setOpen({ kind: 'set', replaced: null })}>
              <Plus aria-hidden />
              {formText.add}
            </Button>
          )
        }
      >
        {isAllowed && parentRef !== null && <Notice>{pageText.branch}</Notice>}
        {!isAllowed ? (
          <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
            {pageText.noRight.text}
          </EmptyState>
        ) : secrets !== undefined ? (
          <SecretTable
            secrets={secrets}
            onReplace={(replaced) => setOpen({ kind: 'set', replaced })}
            onDelete={(secret) => setOpen({ kind: 'delete', name: secret })}
          />
        ) : error === null ? (
          <output aria-label={pageText.loading} className="flex flex-col gap-2">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject={pageText.loadFailed} onRetry={() => void refetch()} />
        )}
        <Panel>
          <PanelHeader title={defaultsText.title} description={defaultsText.description} />
          <DefaultVariables />
        </Panel>
      </Page>
      {open.kind === 'set' && (
        <SecretsPanel projectRef={projectRef} names={(secrets ?? []).map((secret) => secret.name)} replaced={open.replaced} onClose={close} />
      )}
      {open.kind === 'delete' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          title={deleteText.title(open.name)}
          description={deleteText.description}
          confirmLabel={deleteText.confirm}
          isDanger
          onConfirm={async () => {
            await remove.mutateAsync(open.name)
            toast.success(deleteText.done)
          }}
        />
      )}
    </div>
  )
}
