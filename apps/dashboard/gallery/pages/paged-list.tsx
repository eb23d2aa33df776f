import { AppError } from '@colonnade/core'
import { EmptyState } from '@colonnade/ui'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Mailbox } from 'lucide-react'
import { LongPagedList } from '../../src/lib/paged-list/long-paged-list.tsx'
import { PagedList } from '../../src/lib/paged-list/paged-list.tsx'
import { byOffset, countSoFar, pagesOf } from '../../src/lib/paged-list/pages.ts'
import { SkeletonCards } from '../../src/lib/paged-list/skeleton-cards.tsx'
import { Specimen, Specimens } from '../specimen.tsx'
import { Stand } from '../stand.tsx'

interface Letter {
  readonly id: number
  readonly subject: string
}

interface LettersPage {
  readonly items: readonly Letter[]
  readonly next_offset: number | null
}

type Server = (context: { readonly pageParam: number }) => Promise<LettersPage>

/** A server with so many letters that gives them ten at a time; from `failsAt` on it fails, the first time that it is asked. */
function serverOf(count: number, failsAt: number | null = null): Server {
  let hasFailed = false
  return ({ pageParam: offset }) => {
    if (failsAt !== null && offset >= failsAt && !hasFailed) {
      hasFailed = true
      return Promise.reject(new AppError('unavailable', {}, { message: 'The letters could not be loaded.' }))
    }
    const items = Array.from({ length: Math.min(10, count - offset) }, (_, index) => ({
      id: offset + index + 1,
      subject: `Letter ${offset + index + 1}`,
    }))
    return Promise.resolve({ items, next_offset: offset + 10 < count ? offset + 10 : null })
  }
}

type Case = 'by button' | 'while scrolling' | 'a later page fails' | 'the first page fails' | 'none' | 'on its way'

const servers: Readonly<Record<Case, Server>> = {
  'by button': serverOf(25),
  'while scrolling': serverOf(300),
  'a later page fails': serverOf(25, 10),
  'the first page fails': serverOf(25, 0),
  none: serverOf(0),
  // it never answers
  'on its way': () => new Promise<LettersPage>(() => {}),
}

const lettersQuery = (name: Case) =>
  infiniteQueryOptions({ queryKey: ['letters', name], queryFn: ({ pageParam }) => servers[name]({ pageParam }), ...byOffset })
const useLetters = (name: Case) => pagesOf(useInfiniteQuery(lettersQuery(name)))

const empty = (
  <EmptyState icon={<Mailbox aria-hidden />} title="No letters yet">
    A letter shows up here once it is sent.
  </EmptyState>
)

function Letters({ name }: { readonly name: Case }) {
  const pages = useLetters(name)
  const count = countSoFar(pages)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section aria-label={`Letters, ${name}`} tabIndex={0} className="flex max-h-72 w-full flex-col gap-3 overflow-y-auto p-4">
      {count !== '' && <p className="text-xs text-faint">Loaded: {count}</p>}
      <PagedList pages={pages} label="letters" skeleton={<SkeletonCards lines={['w-1/3', 'h-3 w-2/3']} />} empty={empty}>
        {(letters) => (
          <ul className="ruled rounded-lg border bg-surface">
            {letters.map(({ id, subject }) => (
              <li key={id} className="px-4 py-2">
                {subject}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function LongLetters() {
  return (
    <LongPagedList
      pages={useLetters('while scrolling')}
      label="Letters while scrolling"
      className="h-72 w-full"
      keyOf={({ id }) => id}
      renderItem={({ subject }) => <p className="flex h-9 items-center border-b px-3">{subject}</p>}
      empty={empty}
      endText="That is all."
    />
  )
}

export default function PagedListPage() {
  return (
    <Stand>
      <Specimens title="PagedList">
        <Specimen title="Pages by a button" className="p-0">
          <Letters name="by button" />
        </Specimen>
        <Specimen title="A later page failed" className="p-0">
          <Letters name="a later page fails" />
        </Specimen>
        <Specimen title="The first page failed" className="p-0">
          <Letters name="the first page fails" />
        </Specimen>
        <Specimen title="The first page is on its way" className="p-0">
          <Letters name="on its way" />
        </Specimen>
        <Specimen title="Nothing there" className="p-0">
          <Letters name="none" />
        </Specimen>
      </Specimens>
      <Specimens title="LongPagedList">
        <Specimen title="Pages that come while people scroll" className="p-0">
          <LongLetters />
        </Specimen>
      </Specimens>
    </Stand>
  )
}
