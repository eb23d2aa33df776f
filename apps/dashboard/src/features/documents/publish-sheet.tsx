import { Name } from '@colonnade/contracts/foundation/values'
import {
  type DocumentContent,
  documentFileMaxBytes,
  type DocumentKind,
  documentKinds,
  documentTextMaxLength,
  type InstallationDocument,
} from '@colonnade/contracts/installation/documents'
import { Button, Checkbox, Field, Input, SegmentedControl, Select, Sheet, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { LongTextarea } from '../../lib/texts/long-textarea.tsx'
import { MarkdownPreview } from './document-version-text.tsx'
import { kindNames } from './kind-words.ts'
import { publishSheetText } from './messages.ts'
import { usePublishDocument } from './mutations.ts'
import { installationTextQuery } from './queries.ts'

export interface PublishSheetProps {
  /** A new version of this one; null: a new document. */
  readonly replaced: InstallationDocument | null
  readonly onClose: () => void
}

/** Publishes a document, or a new version of one, which begins as the version before. */
export function PublishSheet({ replaced, onClose }: PublishSheetProps) {
  const last = replaced?.versions[0]
  const { data, error } = useQuery({
    ...installationTextQuery(replaced?.id ?? '', last?.number ?? 0),
    enabled: last?.format === 'markdown',
  })
  const title = replaced === null ? publishSheetText.publishDocument : publishSheetText.newVersion(replaced.title)
  const isReady = last?.format !== 'markdown' || data !== undefined
  return (
    <Sheet isOpen isForm onOpenChange={onClose} title={title} className="w-[44rem]">
      {isReady ? (
        <PublishForm replaced={replaced} text={data?.text ?? ''} onClose={onClose} />
      ) : error ? (
        <ErrorNotice error={error} className="m-4" />
      ) : (
        <Skeleton className="m-4 h-40" />
      )}
    </Sheet>
  )
}

const formats = [
  { value: 'markdown', label: publishSheetText.text },
  { value: 'pdf', label: publishSheetText.pdfFile },
] as const

function PublishForm({ replaced, text: firstText, onClose }: PublishSheetProps & { readonly text: string }) {
  const [title, setTitle] = useState(replaced?.title ?? '')
  const [kind, setKind] = useState<DocumentKind>(replaced?.kind ?? 'terms')
  const [isAsked, setIsAsked] = useState(replaced?.asks_acceptance ?? false)
  const [format, setFormat] = useState<DocumentContent['format']>(replaced?.versions[0]?.format ?? 'markdown')
  const [text, setText] = useState(firstText)
  const [isPreview, setIsPreview] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<{ readonly place: 'title' | 'content'; readonly message: string } | null>(null)
  const publish = usePublishDocument()

  const submit = async () => {
    const name = Name.safeParse(title)
    if (!name.success) return setProblem({ place: 'title', message: name.error.issues[0]!.message })
    const wrong = format === 'markdown' ? textProblem(text) : fileProblem(file)
    if (wrong !== null) return setProblem({ place: 'content', message: wrong })
    setProblem(null)
    const content: DocumentContent = format === 'markdown' ? { format, text } : { format, file: await base64Of(file!) }
    publish.mutate(
      { replaced, body: { kind, title: name.data, asks_acceptance: isAsked, content } },
      {
        onSuccess: ({ versions }) => {
          toast.success(publishSheetText.versionPublished(versions[0]!.number))
          onClose()
        },
      },
    )
  }

  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="flex gap-3 max-sm:flex-col">
        <Field label={publishSheetText.title} className="flex-1" error={problem?.place === 'title' ? problem.message : undefined}>
          <Input value={title} autoComplete="off" onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={publishSheetText.kind} className="sm:w-56">
          <Select value={kind} onValueChange={setKind} options={documentKinds.map((value) => ({ value, label: kindNames[value] }))} />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl label={publishSheetText.format} value={format} onValueChange={setFormat} options={formats} />
        {format === 'markdown' && (
          <Button size="sm" variant="ghost" aria-pressed={isPreview} onClick={() => setIsPreview(!isPreview)}>
            {isPreview ? publishSheetText.backToEditing : publishSheetText.preview}
          </Button>
        )}
      </div>
      {format === 'markdown' && !isPreview && (
        <Field
          label={publishSheetText.text}
          className="min-h-0 flex-1"
          hint={publishSheetText.markdownHint}
          error={problem?.place === 'content' ? problem.message : undefined}
        >
          <LongTextarea isMono className="min-h-64 flex-1" value={text} maxLength={documentTextMaxLength} onValueChange={setText} />
        </Field>
      )}
      {format === 'markdown' && isPreview && (
        <section aria-label={publishSheetText.preview} className="min-h-64 flex-1 rounded-md border bg-surface p-4">
          <MarkdownPreview text={text} />
        </section>
      )}
      {format === 'pdf' && <FilePicker file={file} onPick={setFile} error={problem?.place === 'content' ? problem.message : undefined} />}
      <Checkbox
        isChecked={isAsked}
        onCheckedChange={setIsAsked}
        className="items-start [&>:first-child]:mt-0.5"
        label={publishSheetText.requireAcceptance}
      />
      {publish.error !== null && <ErrorNotice error={publish.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{publishSheetText.cancel}</Button>
        <Button type="submit" variant="primary" isPending={publish.isPending}>
          {replaced === null ? publishSheetText.publish : publishSheetText.publishVersion(replaced.versions[0]!.number + 1)}
        </Button>
      </div>
    </form>
  )
}

interface FilePickerProps {
  readonly file: File | null
  readonly onPick: (file: File | null) => void
  readonly error: string | undefined
}

function FilePicker({ file, onPick, error }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          {publishSheetText.chooseFile}
        </Button>
        <span className="min-w-0 text-sm wrap-anywhere text-soft">
          {file === null ? publishSheetText.noFile : `${file.name}, ${formatBytes(file.size)}`}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept="application/pdf,.pdf"
          aria-label={publishSheetText.pdfFile}
          onChange={(event) => {
            onPick(event.target.files?.[0] ?? null)
            event.target.value = ''
          }}
        />
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function textProblem(text: string): string | null {
  if (text.trim() === '') return publishSheetText.noText
  return text.length > documentTextMaxLength ? publishSheetText.textTooLong(documentTextMaxLength.toLocaleString('en')) : null
}

function fileProblem(file: File | null): string | null {
  if (file === null) return publishSheetText.chooseFile
  return file.size > documentFileMaxBytes ? publishSheetText.fileTooLarge(formatBytes(documentFileMaxBytes)) : null
}

/** A megabyte or five: in one go. */
function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
  reader.addEventListener('error', () => reject(new Error(publishSheetText.fileUnreadable)))
  reader.readAsDataURL(file)
  return promise
}
