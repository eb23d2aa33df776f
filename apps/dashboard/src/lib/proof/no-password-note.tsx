import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

/** In place of asking for a password that somebody has not chosen: they came through a provider. */
export function NoPasswordNote() {
  return (
    <p className="text-soft">
      You have no password yet; what protects your account is changed with one.{' '}
      <Link to={paths.forgotPassword} className="text-accent underline underline-offset-4">
        Have a link mailed to you
      </Link>
      , and choose it there.
    </p>
  )
}
