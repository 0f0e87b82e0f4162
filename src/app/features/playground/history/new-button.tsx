import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { focusOn } from '#app/ui/focus.ts'

/** Opens the playground with an empty conversation, from any page. On a phone it shows only its icon. */
export function NewButton({ shortcut }: { shortcut?: string }) {
  const router = useRouter()
  const start = () => {
    workspace.getState().startNew()
    // In the playground, the URL follows the conversation.
    if (!/^\/(?:c\/|$)/u.test(router.latestLocation.pathname)) void router.navigate({ to: '/' })
    // On a touch screen, the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches) focusOn('Message')
  }
  return (
    <button
      type="button"
      aria-label="New conversation"
      onClick={start}
      className="rim flex h-8 shrink-0 items-center gap-2 px-2 font-medium transition-colors hover:bg-tint max-md:size-10 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:text-text-muted"
    >
      <Plus aria-hidden size={16} className="shrink-0" />
      <span className="max-md:hidden md:group-data-folded/side:hidden">New</span>
      <kbd className="ml-auto font-sans text-xs font-normal text-text-muted max-md:hidden md:group-data-folded/side:hidden pointer-coarse:hidden">
        {shortcut}
      </kbd>
    </button>
  )
}
