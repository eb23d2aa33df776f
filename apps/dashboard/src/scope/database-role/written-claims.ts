import { tokenUserOf, type Claims, type TokenUser } from './claims.ts'

/** Claims that somebody writes, where there is no user to take them from. */
export interface WrittenClaims {
  readonly sub: string
  readonly role: string
  readonly email: string
  /** Further claims, as a JSON object; they stand over the others. */
  readonly more: string
}

export const emptyWrittenClaims: WrittenClaims = { sub: '', role: 'authenticated', email: '', more: '' }

/** Whether functions that take the id for one of the users will refuse it. */
export function isOddSub({ sub }: Pick<WrittenClaims, 'sub'>): boolean {
  return sub.trim() !== '' && !/^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i.test(sub.trim())
}

export const oddSubText = 'This is no UUID: auth.uid() refuses it, and so does every policy that calls it'

/** The user of whom a token is derived; null without an id. */
export function userOfWritten({ sub, role, email }: WrittenClaims): TokenUser | null {
  return sub.trim() === '' ? null : tokenUserOf({ id: sub.trim(), role: role.trim(), email: email.trim() })
}

/** @throws Error when the further claims are no JSON object */
export function withWritten(claims: Claims, { more }: WrittenClaims): Claims {
  return more.trim() === '' ? claims : { ...claims, ...parsed(more) }
}

function parsed(text: string): Claims {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`The further claims are no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('The further claims must be a JSON object')
  return value as Claims
}
