import { SidePanel } from '../../lib/panels/side-panel.tsx'

/** What `?panel=custom_domain` leads to: the specification has such an add-on, and this installation has none. */
export function NoDomainPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <SidePanel title="Custom domain" onClose={onClose}>
      <div className="flex flex-col gap-3 p-4 text-sm">
        <p>There is no custom domain add-on in this installation: projects have no domains of their own.</p>
        <p className="text-soft">
          The address of the whole installation is its operator’s: COLONNADE_PUBLIC_URL sets it for all projects. Database clients may use any name
          that leads to this machine, as long as their user names the project.
        </p>
      </div>
    </SidePanel>
  )
}
