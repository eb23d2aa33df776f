import { CopyableText } from '../../../lib/code-text/code-text.tsx'
import type { Client } from '../clients/client.ts'
import type { Target } from '../examples/call.ts'
import type { Example } from '../examples/relation-examples.ts'
import { cantCallText } from '../messages.ts'
import { ClientTabs } from './client-tabs.tsx'
import { objectDocsText } from './messages.ts'

export interface ExampleListProps {
  readonly examples: readonly Example[]
  readonly target: Target
}

/** Examples in the client that the person uses. */
export function ExampleList({ examples, target }: ExampleListProps) {
  return <ClientTabs render={(client) => <ClientExamples client={client} examples={examples} target={target} />} />
}

function ClientExamples({ client, examples, target }: ExampleListProps & { readonly client: Client }) {
  return (
    <div className="flex flex-col gap-5">
      {examples.map((example) => {
        const text = client.write(example.call, target)
        return (
          <section key={example.id} aria-label={example.title} className="flex min-w-0 flex-col gap-1.5">
            <h3 className="text-sm font-medium">{example.title}</h3>
            {example.note !== undefined && <p className="text-xs text-soft">{example.note}</p>}
            {text === null ? (
              <p className="text-xs text-soft">{cantCallText(client.label)}</p>
            ) : (
              <CopyableText text={text} language={client.language} label={objectDocsText.code(example.title)} />
            )}
          </section>
        )
      })}
    </div>
  )
}
