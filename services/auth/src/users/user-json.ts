import type { FactorRow, IdentityRow, UserRow } from './user.ts'

/** A user as clients get it (`User` of @supabase/auth-js): what is empty is left out, but for email and phone. */
export function userJson(user: UserRow): object {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    ...times(user, ['email_confirmed_at', 'invited_at']),
    phone: user.phone ?? '',
    ...times(user, ['phone_confirmed_at', 'confirmation_sent_at', 'confirmed_at', 'recovery_sent_at']),
    ...filled({ new_email: user.email_change, new_phone: user.phone_change }),
    ...times(user, ['email_change_sent_at', 'phone_change_sent_at', 'reauthentication_sent_at', 'last_sign_in_at']),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 && { factors: user.factors.map(factorJson) }),
    identities: user.identities.map(identityJson),
    created_at: utc(user.created_at),
    updated_at: utc(user.updated_at),
    ...times(user, ['banned_until', 'deleted_at']),
    is_anonymous: user.is_anonymous,
  }
}

/** Returns the reply to strangers for an address with an account: a user who doesn't exist, without identities (GoTrue, `sanitizeUser`). */
export function strangerJson(user: UserRow): object {
  const { last_sign_in_at: _signIn, identities: _identities, ...rest } = userJson(user) as Record<string, unknown>
  return { ...rest, identities: [] }
}

export function identityJson(identity: IdentityRow): object {
  const { id, provider_id, user_id, identity_data, provider, email } = identity
  return {
    identity_id: id,
    id: provider_id,
    user_id,
    identity_data,
    provider,
    ...times(identity, ['last_sign_in_at', 'created_at', 'updated_at']),
    ...filled({ email }),
  }
}

export function factorJson(factor: FactorRow): object {
  const { id, created_at, updated_at, status, friendly_name, factor_type, phone, last_challenged_at } = factor
  return {
    id,
    created_at: utc(created_at),
    updated_at: utc(updated_at),
    status,
    ...filled({ friendly_name }),
    factor_type,
    ...filled({ phone }),
    ...(last_challenged_at !== null && { last_challenged_at: utc(last_challenged_at) }),
  }
}

/** RFC 3339 with `Z`, as GoTrue writes it: Postgres writes `+00:00`. */
export function utc(time: string | null): string | null {
  return time?.replace(/\+00:00$/, 'Z') ?? null
}

function times<Name extends string>(row: { readonly [Each in Name]: string | null }, names: readonly Name[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (row[name] === null ? [] : [[name, utc(row[name])!]])))
}

function filled(values: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((each): each is [string, string] => each[1] !== null && each[1] !== ''))
}
