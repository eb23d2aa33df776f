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
    <Panel label="Documents">
      <PanelHeader
        title="Documents"
        description="Organizations read them in their settings, and accept those that ask for it."
        aside={
          <Button size="sm" onClick={publish}>
            <Plus aria-hidden />
            Publish
          </Button>
        }
      />
      {documents === undefined ? (
        <PanelContent>
          {error ? <ErrorNotice error={error} subject="Failed to load documents" onRetry={() => void refetch()} /> : <Skeleton className="w-2/3" />}
        </PanelContent>
      ) : documents.length === 0 ? (
        <EmptyState
          icon={<FileText aria-hidden />}
          title="Nothing is published"
          className="border-0"
          action={<Button onClick={publish}>Publish the first</Button>}
        >
          Write a text, or choose a PDF file. Later versions take its place, and organizations are asked again.
        </EmptyState>
      ) : (
        <ul aria-label="Documents" className="ruled">
          {documents.map((document) => (
            <Row
              key={document.id}
              document={document}
              onOpen={setOpen}
              onRestore={() =>
                withdraw.mutate(
                  { id: document.id, isWithdrawn: false },
                  { onSuccess: () => toast.success('Published again'), onError: (problem) => toast.error(`Not published: ${messageOf(problem)}`) },
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
          title={`Withdraw ${open.document.title}?`}
          description="Organizations do not see it any more, but for those that have accepted a version: they keep that. It can be published again."
          confirmLabel="Withdraw"
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
          title={`Delete ${open.document.title}?`}
          description="All its versions go. This can not be undone. What an organization has accepted can not be deleted."
          confirmLabel="Delete document"
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
          {isWithdrawn && <Badge>Withdrawn</Badge>}
        </>
      }
      facts={
        <>
          <DocumentFacts document={document} />
          {isAsked && (
            <span>
              <button type="button" className="rounded-sm hover:text-fg hover:underline" onClick={() => onOpen({ kind: 'acceptances', document })}>
                accepted by {accepted} of {all}
              </button>
            </span>
          )}
        </>
      }
      actions={
        <>
          <Button size="sm" aria-label={`New version of ${title}`} onClick={() => onOpen({ kind: 'publish', replaced: document })}>
            New version
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton label={`More about ${title}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => onOpen({ kind: 'acceptances', document })}>Who has accepted it</MenuItem>
            {isWithdrawn ? (
              <MenuItem onSelect={onRestore}>Publish again</MenuItem>
            ) : (
              <MenuItem onSelect={() => onOpen({ kind: 'withdraw', document })}>Withdraw</MenuItem>
            )}
            <MenuItem isDanger onSelect={() => onOpen({ kind: 'remove', document })}>
              Delete
            </MenuItem>
          </Menu>
        </>
      }
    />
  )
}
