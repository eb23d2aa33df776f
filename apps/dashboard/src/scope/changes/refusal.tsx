import { isAppError } from '@colonnade/core'
import { messageOf } from '../../lib/error-notice.tsx'

/** Shows why the database refused a change, with its detail and hint. */
export function Refusal({ error }: { readonly error: unknown }) {
  const { detail, hint } = isAppError(error) ? error.details : {}
  const more = [detail, hint].filter((text): text is string => typeof text === 'string' && text !== '')
  return (
    <div role="alert" className="mx-4 mt-4 rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
      <p className="font-medium break-words">{messageOf(error)}</p>
      {more.map((text) => (
        <p key={text} className="text-xs break-words whitespace-pre-wrap text-soft">
          {text}
        </p>
      ))}
    </div>
  )
}
