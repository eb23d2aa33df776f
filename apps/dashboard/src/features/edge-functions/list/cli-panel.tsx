import { buttonClass, CodeBlock, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { pages } from '../../../paths.ts'
import { cliText } from '../messages.ts'
import { cliCommands, cliProfile } from './cli-lines.ts'

/** Shows how to deploy functions from a repository. */
export function CliPanel({ projectRef }: { readonly projectRef: string }) {
  return (
    <Panel>
      <PanelHeader
        title={cliText.title}
        description={cliText.description}
        aside={
          <AppLink href={pages.account.tokens} className={buttonClass({ size: 'sm', variant: 'secondary' })}>
            {cliText.token}
          </AppLink>
        }
      />
      <PanelContent className="grid gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <CodeBlock label={cliText.profile} fileName="colonnade.yaml" code={cliProfile(location.origin)} />
        <CodeBlock label={cliText.commands} fileName={cliText.terminal} code={cliCommands(projectRef)} />
      </PanelContent>
    </Panel>
  )
}
