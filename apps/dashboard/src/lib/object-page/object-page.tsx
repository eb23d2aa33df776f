import type { ReactNode } from 'react'
import { Page } from '../page.tsx'
import { useTitle } from '../use-title.ts'
import { ObjectList, type ObjectKind, type ObjectListProps } from './object-list.tsx'
import type { ObjectSearch } from './object-search.ts'

/** What a page says about the objects that it lists. */
export interface PageKind<Item> extends ObjectKind<Item> {
  readonly title: string
  readonly description: ReactNode
}

export interface ObjectPageProps<Item, Search extends ObjectSearch> extends Omit<ObjectListProps<Item, Search>, 'label'> {
  readonly kind: PageKind<Item>
  /** At the end of the title's line, such as "New function". */
  readonly actions?: ReactNode
  /** Panels and dialogs; `OpenedObject` is the panel that the address asks for. */
  readonly children?: ReactNode
}

/** A page that lists objects and opens them in a panel by its address. */
export function ObjectPage<Item, Search extends ObjectSearch>({ actions, children, ...list }: ObjectPageProps<Item, Search>) {
  const { title, description } = list.kind
  useTitle(title)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={title} description={description} actions={actions}>
        <ObjectList label={title} {...list} />
      </Page>
      {children}
    </div>
  )
}
