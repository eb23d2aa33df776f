import type { Profile } from '@colonnade/contracts/people/sessions'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export const profileColumns = sql`
  u.id, u.username, u.email as primary_email, u.profile_image_url as "profileImageUrl", u.disabled_features, u.is_installation_owner,
  jsonb_build_object('theme', u.preferences -> 'theme', 'sidebar', u.preferences -> 'sidebar',
    'feature_previews', coalesce(u.preferences -> 'feature_previews', '[]')) as preferences,
  coalesce((u.preferences ->> 'version')::integer, 0) as preferences_version`

export async function retrieveProfile(db: Queryable, userId: string): Promise<Profile> {
  const row = await db.first<Profile>(sql`select ${profileColumns} from users u where u.id = ${userId}`)
  return row!
}
