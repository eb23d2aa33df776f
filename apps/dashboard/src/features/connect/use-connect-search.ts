import { useRouter, useSearch } from '@tanstack/react-router'

/** Whether the dialog is open, which the address says: `?showConnect=true` (spec §2). Other parameters stay as they are. */
export function useConnectSearch(): readonly [boolean, (isOpen: boolean) => void] {
  const router = useRouter()
  const isOpen = useSearch({ strict: false, select: ({ showConnect }) => showConnect === true })
  const setIsOpen = (next: boolean) => {
    if (next) {
      void router.navigate({ to: '.', search: (all) => ({ ...all, showConnect: true }), state: { hasOpenedConnect: true }, resetScroll: false })
    } else if (router.state.location.state.hasOpenedConnect === true) {
      // so that going back afterwards does not open it again, nor stand still
      router.history.back()
    } else {
      void router.navigate({ to: '.', search: (all) => ({ ...all, showConnect: undefined }), replace: true, resetScroll: false })
    }
  }
  return [isOpen, setIsOpen]
}
