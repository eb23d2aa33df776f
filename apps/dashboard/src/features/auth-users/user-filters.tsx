import { authUserStates } from '@colonnade/contracts/auth/users'
import { Button, DateTimePicker, Popover, SearchInput, SegmentedControl, Select } from '@colonnade/ui'
import { CalendarRange } from 'lucide-react'
import { focusListOnArrowDown } from '../../lib/lists/use-list-keys.ts'
import { useSearchText } from '../../lib/lists/use-search-text.ts'
import type { SearchProps } from '../../lib/object-page/object-search.ts'
import { userFiltersText } from './messages.ts'
import type { UsersSearch } from './search.ts'
import { providerText } from './user-words.ts'

type State = (typeof authUserStates)[number]

const stateLabels: Readonly<Record<State, string>> = {
  verified: 'Verified',
  unverified: 'Unverified',
  banned: 'Banned',
  anonymous: 'Anonymous',
  deleted: 'Deleted',
}
const providers = ['email', 'phone', 'google', 'github', 'apple', 'azure', 'discord', 'facebook', 'gitlab', 'twitter', 'web3'] as const

/** What is searched for, and what narrows the list. */
export function UserFilters({ search, onSearch }: SearchProps<UsersSearch>) {
  const change = (next: Partial<UsersSearch>) => onSearch({ ...search, ...next }, { isReplaced: true })
  const [text, setText] = useSearchText(search.q, (q) => change({ q }))
  const known: readonly string[] = providers
  const others = search.provider === undefined || known.includes(search.provider) ? [] : [search.provider]
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SearchInput
        label={userFiltersText.searchUsers}
        placeholder={userFiltersText.searchPlaceholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={focusListOnArrowDown}
        className="w-full md:w-72"
      />
      <SegmentedControl
        label={userFiltersText.searchMode}
        value={search.match ?? 'prefix'}
        onValueChange={(match) => change({ match: match === 'contains' ? match : undefined })}
        options={[
          { value: 'prefix', label: userFiltersText.beginsWith },
          { value: 'contains', label: userFiltersText.contains },
        ]}
      />
      <Select
        label={userFiltersText.state}
        value={search.state ?? 'all'}
        onValueChange={(state) => change({ state: state === 'all' ? undefined : state })}
        options={[{ value: 'all', label: userFiltersText.allUsers }, ...authUserStates.map((value) => ({ value, label: stateLabels[value] }))]}
        className="w-36"
      />
      <Select
        label={userFiltersText.provider}
        value={search.provider ?? 'all'}
        onValueChange={(provider) => change({ provider: provider === 'all' ? undefined : provider })}
        options={[
          { value: 'all', label: userFiltersText.allProviders },
          ...[...known, ...others].map((value) => ({ value, label: providerText(value) })),
        ]}
        className="w-36"
      />
      <Popover
        label={userFiltersText.created}
        className="w-96"
        trigger={
          <Button>
            <CalendarRange aria-hidden />
            {search.from === undefined && search.before === undefined ? userFiltersText.anyTime : userFiltersText.inPeriod}
          </Button>
        }
      >
        <div className="flex flex-col gap-4 p-3">
          <DateTimePicker
            label={userFiltersText.createdFrom}
            value={search.from ?? null}
            onValueChange={(from) => change({ from: from ?? undefined })}
          />
          <DateTimePicker
            label={userFiltersText.createdBefore}
            value={search.before ?? null}
            onValueChange={(before) => change({ before: before ?? undefined })}
          />
        </div>
      </Popover>
    </div>
  )
}
