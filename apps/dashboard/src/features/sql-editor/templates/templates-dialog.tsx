import { type SqlTemplate, sqlTemplates, templateCategories } from '@colonnade/pg-meta/sql-templates'
import { Button, cn, CodeBlock, Dialog, SearchInput } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import { templatesDialogText } from './messages.ts'
import { templateExtensionsQuery } from './template-queries.ts'

export interface TemplatesDialogProps {
  readonly projectRef: string
  readonly onClose: () => void
  readonly onUse: (template: SqlTemplate) => void
}

/** Texts to begin with, by category; one is read before it is opened. */
export function TemplatesDialog({ projectRef, onClose, onUse }: TemplatesDialogProps) {
  const isNarrow = useIsNarrow()
  const { data: extensions } = useQuery(templateExtensionsQuery(projectRef))
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState(sqlTemplates[0]!.id)
  const wanted = search.trim().toLowerCase()
  const found = sqlTemplates.filter(
    ({ title, summary, category, extension }) =>
      (extension === undefined || extensions?.has(extension) === true) && `${title} ${summary} ${category}`.toLowerCase().includes(wanted),
  )
  const chosen = found.find(({ id }) => id === chosenId) ?? found[0]
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={templatesDialogText.templates}
      description={templatesDialogText.description}
      className="top-[6dvh] max-h-[88dvh] w-[64rem]"
      footer={
        <Button variant="primary" disabled={chosen === undefined} onClick={() => chosen && onUse(chosen)}>
          {templatesDialogText.open(chosen?.title)}
        </Button>
      }
    >
      <div className="flex h-[60dvh] min-h-0 flex-col gap-3 md:flex-row">
        <div className="flex min-h-0 w-full flex-1 flex-col gap-2 md:w-72 md:flex-none">
          <SearchInput
            label={templatesDialogText.searchTemplates}
            placeholder={templatesDialogText.searchTemplates}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <div className="min-h-0 flex-1 overflow-y-auto">
            {templateCategories.map((category) => {
              const items = found.filter((template) => template.category === category)
              if (items.length === 0) return null
              return (
                <section key={category} aria-label={category}>
                  <h3 className="px-2 pt-2 pb-1 text-xs font-medium text-faint">{category}</h3>
                  <ul>
                    {items.map((template) => (
                      <li key={template.id}>
                        <button
                          type="button"
                          aria-pressed={template.id === chosen?.id}
                          className={cn('w-full rounded-md px-2 py-1 text-left hover:bg-hover', template.id === chosen?.id && 'bg-selected')}
                          onClick={() => setChosenId(template.id)}
                          onDoubleClick={() => onUse(template)}
                        >
                          <span className="block text-sm">{template.title}</span>
                          {isNarrow && <span className="block text-xs text-soft">{template.summary}</span>}
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              )
            })}
            {found.length === 0 && <p className="p-2 text-sm text-soft">{templatesDialogText.noMatch}</p>}
          </div>
        </div>
        {!isNarrow && chosen !== undefined && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
            <p className="text-sm text-soft">{chosen.summary}</p>
            <div className="min-h-0 flex-1 overflow-auto">
              <CodeBlock code={chosen.sql} label={templatesDialogText.template} isWrapped />
            </div>
          </div>
        )}
      </div>
    </Dialog>
  )
}
