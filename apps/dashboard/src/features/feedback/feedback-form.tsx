import { messageMaxLength } from '@colonnade/contracts/installation/feedback'
import { Button, Field, Kbd, toast } from '@colonnade/ui'
import { useLocation } from '@tanstack/react-router'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CharacterCount } from '../../lib/texts/character-count.tsx'
import { LongTextarea } from '../../lib/texts/long-textarea.tsx'
import { modified } from '../../lib/modifier-key.ts'
import { messageProblem } from './message.ts'
import { messages, formText } from './messages.ts'
import { useSendFeedback } from './mutations.ts'
import { pngProblem } from './png.ts'
import { ScreenshotPicker } from './screenshot-picker.tsx'
import { useDraft } from './use-draft.ts'

export interface FeedbackFormProps {
  readonly profileId: string
  readonly projectRef: string | undefined
  readonly organizationSlug: string | undefined
  readonly onSent: () => void
}

export function FeedbackForm({ profileId, projectRef, organizationSlug, onSent }: FeedbackFormProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [{ message, picture, isSending }, store] = useDraft(profileId)
  const [isTouched, setIsTouched] = useState(false)
  const [pictureProblem, setPictureProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const send = useSendFeedback(store)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    // the first time the panel is open before the form in it is there
    if (document.activeElement?.contains(field.current) === true) field.current?.focus()
    return () => {
      isShown.current = false
    }
  }, [])

  const problem = messageProblem(message, picture !== null, isTouched)
  const isReady = message.trim() !== '' && message.length <= messageMaxLength

  const submit = () => {
    setIsTouched(true)
    if (!isReady || isSending) return field.current?.focus()
    send.mutate({ projectRef, organizationSlug, pathname }, { onSuccess: () => (isShown.current ? onSent() : toast.success(messages.sentMeanwhile)) })
  }

  const attach = async (file: Blob) => {
    const found = await pngProblem(file)
    setPictureProblem(found ?? undefined)
    if (found !== null) return
    store.attach(file)
    field.current?.focus()
  }

  const paste = (event: ClipboardEvent) => {
    const image = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    const text = event.clipboardData.getData('text/plain')
    if (image === undefined || text !== '') return
    event.preventDefault()
    if (picture === null) void attach(image)
    else setPictureProblem(messages.hasPicture)
  }

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    submit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pastes and keys of all the controls that it holds
    <form
      noValidate
      aria-label={messages.title}
      className="flex flex-col"
      onPaste={paste}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex flex-col gap-3 p-3">
        <Field label={formText.message} error={problem} aside={<CharacterCount length={message.length} maxLength={messageMaxLength} />}>
          <LongTextarea
            ref={field}
            rows={5}
            value={message}
            disabled={isSending}
            placeholder={formText.placeholder}
            className="max-h-80 min-h-24 resize-none"
            maxLength={messageMaxLength}
            onValueChange={store.write}
            onBlur={({ relatedTarget, target }) => {
              // whoever goes on to the picture is not done; and a word that appears would move the button away from under the pointer
              if (!target.form?.contains(relatedTarget)) setIsTouched(true)
            }}
          />
        </Field>
        <ScreenshotPicker
          picture={picture}
          problem={pictureProblem}
          isDisabled={isSending}
          onAttach={(file) => void attach(file)}
          onRemove={() => {
            store.attach(null)
            setPictureProblem(undefined)
            field.current?.focus()
          }}
        />
      </div>
      <div className="flex items-center justify-between gap-2 border-t px-3 py-2">
        <p className="text-xs text-faint">{formText.note}</p>
        <div className="flex items-center gap-2">
          <span className="pointer-coarse:hidden max-md:hidden">
            <Kbd>{modified('↵')}</Kbd>
          </span>
          <Button type="submit" size="sm" variant="primary" disabled={message.trim() === ''} isPending={isSending}>
            {formText.send}
          </Button>
        </div>
      </div>
    </form>
  )
}
