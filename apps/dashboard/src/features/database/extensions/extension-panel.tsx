import { dropByName } from '@colonnade/pg-meta/drops'
import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { Button, Skeleton, toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { DependentsList } from '../../../scope/drops/dependents-list.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { dependentsQuery } from '../../../scope/drops/drop-queries.ts'
import { kindsText } from '../../../scope/drops/drop-words.ts'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { definitionOf, isOutdated, listText, obstacleTo, requirementsOf, type Loadable } from './extension-draft.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { extensionPanelText } from './messages.ts'

export interface ExtensionPanelProps {
  readonly projectRef: string
  readonly extension: ExtensionSummary
  readonly all: readonly ExtensionSummary[]
  readonly loadable: Loadable
  readonly mayWrite: boolean
  /** Opens the form that installs or changes it. */
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** Shows what an extension does, requires and contains, and what depends on it. */
export function ExtensionPanel({ projectRef, extension, all, loadable, mayWrite, onEdit, onClose }: ExtensionPanelProps) {
  const client = useQueryClient()
  const [isDropping, setIsDropping] = useState(false)
  const { id, name } = extension
  const requirements = requirementsOf(extension, all)
  const obstacle = id === null ? obstacleTo(extension, requirements, loadable) : null
  const isChangeable = extension.update_targets.length > 0 || extension.is_relocatable
  return (
    <SidePanel
      title={name}
      {...(extension.comment !== null && { description: extension.comment })}
      onClose={onClose}
      footer={
        <>
          {mayWrite && id !== null && extension.is_own && (
            <Button variant="ghost" className="mr-auto" onClick={() => setIsDropping(true)}>
              <Trash2 aria-hidden />
              {extensionPanelText.delete}
            </Button>
          )}
          {mayWrite && id === null && obstacle === null && (
            <Button variant="primary" onClick={onEdit}>
              {extensionPanelText.submitInstall}
            </Button>
          )}
          {mayWrite && id !== null && extension.is_own && isChangeable && (
            <Button variant="primary" onClick={onEdit}>
              {isOutdated(extension) ? extensionPanelText.update(extension.default_version ?? '') : extensionPanelText.change}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {obstacle !== null && <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2">{obstacle}</p>}
        {id !== null && !extension.is_available && (
          <p className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2">{extensionPanelText.filesMissing(name)}</p>
        )}
        {!mayWrite && (
          <p className="text-soft">{whoMay('database:write', id === null ? extensionPanelText.toInstall : extensionPanelText.toChange)}</p>
        )}
        {mayWrite && id !== null && !extension.is_own && <p className="text-soft">{extensionPanelText.notOwned(extension.owner ?? '')}</p>}
        <dl className="grid grid-cols-2 gap-3 [&_dd]:font-mono [&_dd]:text-xs [&_dd]:wrap-anywhere [&_dt]:text-xs [&_dt]:text-faint">
          <Fact term={extensionPanelText.installedVersion}>{extension.installed_version ?? extensionPanelText.notInstalled}</Fact>
          <Fact term={extensionPanelText.defaultVersion}>{extension.default_version ?? extensionPanelText.unknown}</Fact>
          {id !== null && <Fact term={extensionPanelText.schema}>{extension.schema}</Fact>}
          {id !== null && <Fact term={extensionPanelText.owner}>{extension.owner}</Fact>}
          <Fact term={extensionPanelText.requires}>
            {extension.requires.length === 0 ? extensionPanelText.requiresNothing : listText(extension.requires)}
          </Fact>
          {requirements.missing.length > 0 && <Fact term={extensionPanelText.notInstalledYet}>{listText(requirements.missing)}</Fact>}
        </dl>
        <DefinitionSql sql={definitionOf(extension)} />
        {id !== null && <Members projectRef={projectRef} id={id} />}
      </div>
      {isDropping && id !== null && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_extension', id }}
          noun={extensionPanelText.noun}
          name={name}
          description={extensionPanelText.deleteText(name)}
          drop={(options) => dropByName({ kind: 'extension', name }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(extensionPanelText.deleted(name))
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

/** Lists an extension's objects and what depends on them. */
function Members({ projectRef, id }: { readonly projectRef: string; readonly id: number }) {
  return (
    <Loaded
      query={dependentsQuery(projectRef, { catalog: 'pg_extension', id })}
      label={extensionPanelText.loadingObjects}
      skeleton={<Skeleton className="h-20 w-full" />}
    >
      {(data) => {
        const brought = data.filter(({ how }) => how === 'belongs')
        const depending = data.filter(({ how }) => how === 'depends')
        return (
          <>
            <section className="flex flex-col gap-2">
              <h3 className="text-xs text-faint">{extensionPanelText.objects}</h3>
              {brought.length === 0 ? <p className="text-soft">{extensionPanelText.noObjects}</p> : <p>{kindsText(brought)}</p>}
              {brought.length > 0 && <DependentsList label={extensionPanelText.objects} dependents={brought} />}
            </section>
            <section className="flex flex-col gap-2">
              <h3 className="text-xs text-faint">{extensionPanelText.dependents}</h3>
              {depending.length === 0 ? (
                <p className="text-soft">{extensionPanelText.noDependents}</p>
              ) : (
                <DependentsList label={extensionPanelText.dependents} dependents={depending} />
              )}
            </section>
          </>
        )
      }}
    </Loaded>
  )
}
