import { Email } from '@colonnade/contracts/foundation/values'
import { maxInvitedAtOnce } from '@colonnade/contracts/organizations/invitations'
import { addressProblemText } from './messages.ts'

const nameList = new Intl.ListFormat('en')

/** Returns why these addresses can't be invited, as far as the browser can tell; undefined when they can. */
export function addressProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return addressProblemText.missing
  const wrong = addresses.filter((address) => !Email.safeParse(address).success)
  const named = wrong.slice(0, 3).map((address) => `“${address.slice(0, 80)}”`)
  if (wrong.length > named.length) named.push(addressProblemText.more(wrong.length - named.length))
  if (wrong.length > 0) return addressProblemText.invalid(nameList.format(named), wrong.length)
  return addresses.length > maxInvitedAtOnce ? addressProblemText.tooMany(maxInvitedAtOnce) : undefined
}
