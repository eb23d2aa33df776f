import type { InstallationDocument } from '@colonnade/contracts/installation/documents'
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  IconButton,
  Menu,
  MenuItem,
  Panel,
  PanelContent,
  PanelHeader,
  Skeleton,
  toast,
} from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { ItemRow } from '../../lib/lists/item-row.tsx'
import { AcceptancesDialog } from './acceptances-dialog.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { installationDocumentsText } from './messages.ts'
import { useRemoveDocument, useWithdrawDocument } from './mutations.ts'
import { PublishSheet } from './publish-sheet.tsx'
import { installationDocumentsQuery } from './queries.ts'

type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'publish'; readonly replaced: InstallationDocument | null }
  | { readonly kind: 'acceptances' | 'withdraw' | 'remove'; readonly document: InstallationDocument }

const none: Open = { kind: 'none' }

/** What the owner of the installation publishes for organizations. */
export function InstallationDocuments() {
  const { data: documents, error, refetch } = useQuery(installationDocumentsQuery)
  const [open, setOpen] = useState<Open>(none)
  const withdraw = useWithdrawDocument()
  const remove = useRemoveDocument()
  const close = () => setOpen(none)
  const publish = () => setOpen({ kind: 'publish', replaced: null })
  return (
    <Panel label={installationDocumentsText.documents}>
      <PanelHeader
        title={installationDocumentsText.documents}
        description={installationDocumentsText.description}
        aside={
          <Button size="sm" onClick={publish}>
            <Plus aria-hidden />
            {installationDocumentsText.publish}
          </Button>
        }
      />
      {documents === undefined ? (
        <PanelContent>
          {error ? (
            <ErrorNotice error={error} subject={installationDocumentsText.loadFailed} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="w-2/3" />
          )}
        </PanelContent>
      ) : documents.length === 0 ? (
        <EmptyState
          icon={<FileText aria-hidden />}
          title={installationDocumentsText.emptyTitle}
          className="border-0"
          action={<Button onClick={publish}>{installationDocumentsText.publishFirst}</Button>}
        >
          {installationDocumentsText.emptyBody}
        </EmptyState>
      ) : (
        <ul aria-label={installationDocumentsText.documents} className="ruled">
          {documents.map((document) => (
            <Row
              key={document.id}
              document={document}
              onOpen={setOpen}
              onRestore={() =>
                withdraw.mutate(
                  { id: document.id, isWithdrawn: false },
                  {
                    onSuccess: () => toast.success(installationDocumentsText.republished),
                    onError: (problem) => toast.error(installationDocumentsText.notPublished(messageOf(problem))),
                  },
                )
              }
            />
          ))}
        </ul>
      )}
      {open.kind === 'publish' && <PublishSheet replaced={open.replaced} onClose={close} />}
      {open.kind === 'acceptances' && <AcceptancesDialog document={open.document} onClose={close} />}
      {open.kind === 'withdraw' && (
        <ConfirmDialog
          isOpen
          onOpenChange={close}
          title={installationDocumentsText.withdrawTitle(open.document.title)}
          description={installationDocumentsText.withdrawBody}
          confirmLabel={installationDocumentsText.withdraw}
          onConfirm={async () => {
            await withdraw.mutateAsync({ id: open.document.id, isWithdrawn: true })
          }}
        />
      )}
      {open.kind === 'remove' && (
        <ConfirmDialog
          isOpen
          onOpenChange={close}
          isDanger
          title={installationDocumentsText.deleteTitle(open.document.title)}
          description={installationDocumentsText.deleteBody}
          confirmLabel={installationDocumentsText.deleteDocument}
          onConfirm={() => remove.mutateAsync(open.document.id)}
        />
      )}
    </Panel>
  )
}

interface RowProps {
  readonly document: InstallationDocument
  readonly onOpen: (open: Open) => void
  readonly onRestore: () => void
}

function Row({ document, onOpen, onRestore }: RowProps) {
  const { title, asks_acceptance: isAsked, is_withdrawn: isWithdrawn, accepted_count: accepted, organization_count: all } = document
  return (
    <ItemRow
      title={
        <>
          <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          {isWithdrawn && <Badge>{installationDocumentsText.withdrawn}</Badge>}
        </>
      }
      facts={
        <>
          <DocumentFacts document={document} />
          {isAsked && (
            <span>
              <button type="button" className="rounded-sm hover:text-fg hover:underline" onClick={() => onOpen({ kind: 'acceptances', document })}>
                {installationDocumentsText.acceptedBy(accepted, all)}
              </button>
            </span>
          )}
        </>
      }
      actions={
        <>
          <Button
            size="sm"
            aria-label={installationDocumentsText.newVersionOf(title)}
            onClick={() => onOpen({ kind: 'publish', replaced: document })}
          >
            {installationDocumentsText.newVersion}
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton label={installationDocumentsText.moreActions(title)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => onOpen({ kind: 'acceptances', document })}>{installationDocumentsText.acceptances}</MenuItem>
            {isWithdrawn ? (
              <MenuItem onSelect={onRestore}>{installationDocumentsText.publishAgain}</MenuItem>
            ) : (
              <MenuItem onSelect={() => onOpen({ kind: 'withdraw', document })}>{installationDocumentsText.withdraw}</MenuItem>
            )}
            <MenuItem isDanger onSelect={() => onOpen({ kind: 'remove', document })}>
              {installationDocumentsText.delete}
            </MenuItem>
          </Menu>
        </>
      }
    />
  )
}
