import { authMailKinds, authMailStates } from '@colonnade/contracts/auth/auth-mails'
import { Select } from '@colonnade/ui'
import { ListSearch } from '../../lib/lists/list-search.tsx'
import { useSearchText } from '../../lib/lists/use-search-text.ts'
import { kindText, list, states } from './messages.ts'
import type { MailsAddress, MailsSearch } from './search.ts'

type State = NonNullable<MailsSearch['state']>
interface Option {
  readonly value: string
  readonly label: string
}
const kinds: readonly string[] = authMailKinds

/** What narrows the list of mails. */
export function MailFilters({ search, onSearch }: MailsAddress) {
  const change = (next: Partial<MailsSearch>) => onSearch({ ...search, ...next }, { isReplaced: true })
  const [text, setText] = useSearchText(search.q, (q) => change({ q }))
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ListSearch label={list.search} value={text} onChange={setText} />
      <Select
        label={list.kind}
        value={search.kind ?? 'all'}
        onValueChange={(kind) => change({ kind: kind === 'all' ? undefined : kind })}
        options={[{ value: 'all', label: list.allKinds }, ...kinds.map((value) => ({ value, label: kindText(value) }))]}
        className="w-48"
      />
      <Select
        label={list.state}
        value={search.state ?? 'all'}
        onValueChange={(state) => change({ state: state === 'all' ? undefined : (state as State) })}
        options={[{ value: 'all', label: list.allStates }, ...authMailStates.map((value): Option => ({ value, label: states[value].label }))]}
        className="w-32"
      />
    </div>
  )
}
