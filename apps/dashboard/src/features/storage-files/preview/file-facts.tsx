import { CopyButton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { PlainTime } from '../../../lib/lists/plain-time.tsx'
import { paths } from '../../../paths.ts'
import { userQuery } from '../../../scope/auth/user-query.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import type { FileDetails } from '../entries/queries.ts'
import { factsText, ownerText } from '../messages.ts'

export interface FileFactsProps {
  readonly projectRef: string
  readonly details: FileDetails
  readonly path: string
}

/** Shows the details of a file. */
export function FileFacts({ projectRef, details, path }: FileFactsProps) {
  const { size, content_type: type, cache_control: cacheControl, created_at: created, last_modified: modified, etag, owner_id: ownerId } = details
  return (
    <dl className="grid max-h-64 shrink-0 grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 overflow-y-auto border-t p-4 text-xs">
      {size !== null && (
        <Fact label={factsText.size}>
          {formatBytes(size)} <span className="text-faint tabular-nums">{factsText.bytes(size)}</span>
        </Fact>
      )}
      {type !== null && <Fact label={factsText.type}>{type}</Fact>}
      <Fact label={factsText.path}>
        <span className="break-all">{path}</span> <CopyButton text={path} label={factsText.copyPath} isIconOnly />
      </Fact>
      <Fact label={ownerText.label}>{ownerId === null ? <NoOwner /> : <Owner projectRef={projectRef} id={ownerId} />}</Fact>
      {created !== null && (
        <Fact label={factsText.created}>
          <PlainTime value={created} />
        </Fact>
      )}
      {modified !== null && (
        <Fact label={factsText.modified}>
          <PlainTime value={modified} />
        </Fact>
      )}
      {cacheControl !== null && <Fact label={factsText.cacheControl}>{cacheControl}</Fact>}
      <Fact label={factsText.etag}>
        <span className="font-mono break-all">{etag}</span>
      </Fact>
      {Object.entries(details.metadata ?? {}).map(([key, value]) => (
        <Fact key={key} label={key}>
          <span className="font-mono break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
        </Fact>
      ))}
    </dl>
  )
}

function NoOwner() {
  return (
    <>
      {ownerText.none} <span className="text-faint">{ownerText.noneHint}</span>
    </>
  )
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Shows the name or email of a user to members who can see users, and otherwise the ID, which may not belong to a user. */
function Owner({ projectRef, id }: { readonly projectRef: string; readonly id: string }) {
  const maySee = useIsAllowed(projectRef)('project_auth:all') && uuid.test(id)
  const { data: user } = useQuery({ ...userQuery(projectRef, id), enabled: maySee, retry: false })
  if (user === undefined) return <span className="font-mono break-all">{id}</span>
  const { full_name: fullName, name } = user.user_metadata as Readonly<Record<string, unknown>>
  const shown = [fullName, name, user.email, user.phone].find((text): text is string => typeof text === 'string' && text !== '') ?? id
  return (
    <AppLink href={paths.project.user(projectRef, id)} className="text-accent underline underline-offset-2">
      {shown}
    </AppLink>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="truncate text-faint" title={label}>
        {label}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
