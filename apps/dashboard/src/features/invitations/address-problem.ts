import { Email } from '@colonnade/contracts/foundation/values'
import { maxInvitedAtOnce } from '@colonnade/contracts/organizations/invitations'

const nameList = new Intl.ListFormat('en')

/** What keeps these from being invited, as far as can be seen here; undefined where nothing does. */
export function addressProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return 'Give an address'
  const wrong = addresses.filter((address) => !Email.safeParse(address).success)
  const named = wrong.slice(0, 3).map((address) => `“${address.slice(0, 80)}”`)
  if (wrong.length > named.length) named.push(`${wrong.length - named.length} more`)
  if (wrong.length > 0) return `${nameList.format(named)} ${wrong.length === 1 ? 'is not an email address' : 'are not email addresses'}`
  return addresses.length > maxInvitedAtOnce ? `Invite at most ${maxInvitedAtOnce} at once` : undefined
}
